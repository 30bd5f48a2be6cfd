import Foundation
import StrictJSON
import WebCore

/// The keys in an `Authorization` field of a delivery.
enum IngestAuthorization {
    /// Reads the key of:
    ///
    /// - `Bearer <key>`
    /// - `Basic`, with the key as the user (RFC 7617); the password is ignored
    /// - `Sentry sentry_key=<key>, …`
    ///
    /// - Returns: nil for another scheme, and without a key.
    static func key(in field: String) -> String? {
        if let token = BearerToken(field) { return token.text }
        if let encoded = BearerToken.credentials(of: field, scheme: "basic") { return user(encoded) }
        return sentryPairs(in: field).first { $0.name.hasSameBytes(as: "sentry_key") && !$0.value.isEmpty }?.value
    }

    /// Reads `Sentry sentry_key=…, sentry_version=7`; empty for another scheme.
    static func sentryPairs(in field: String) -> [(name: String, value: String)] {
        guard let list = BearerToken.credentials(of: field, scheme: "sentry") else { return [] }
        return list.splitBytes(at: ",").compactMap { part in
            let pair = part.splitBytes(at: "=", maximumSplits: 1)
            return pair.count == 2 ? (pair[0].trimmingBlanks(), pair[1].trimmingBlanks()) : nil
        }
    }

    private static func user(_ encoded: Substring) -> String? {
        guard let bytes = Data(base64Encoded: encoded.trimmingBlanks()),
            let text = String(validating: bytes, as: UTF8.self),
            let user = text.splitBytes(at: ":", maximumSplits: 1).first, !user.isEmpty
        else { return nil }
        return String(user)
    }
}
