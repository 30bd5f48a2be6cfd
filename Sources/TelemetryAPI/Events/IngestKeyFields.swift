import Domain
import Foundation
import HTTPTypes
import StrictJSON
import WebCore

/// The keys in the header fields of a delivery, for formats whose clients send them in several ways.
///
/// - `Authorization: Bearer <key>`
/// - `Authorization: Basic`, with the key as the user; the password is ignored
/// - `Authorization: Sentry sentry_key=<key>, …`
/// - `x-gatehouse-key: <key>`, `x-api-key: <key>`
struct IngestKeyFields {
    private let keys: [String]

    init(_ headers: HTTPFields) {
        keys =
            headers[values: .authorization].compactMap(Self.key) + headers[values: .gatehouseKey]
            + headers[values: .xAPIKey]
    }

    /// Returns the key; several fields may have it.
    /// - Throws: 400 for two different keys, 401 for none.
    func only() throws -> String {
        guard let first = keys.first else {
            throw WebFailure.unauthenticated(
                "Send an ingest key as Authorization: Bearer gh_ik_… or as x-gatehouse-key."
            )
            .challenging(withToken: false)
        }
        guard keys.allSatisfy({ $0.hasSameBytes(as: first) }) else {
            throw WebFailure.malformedRequest(.english("The request names two different keys. Send one."))
        }
        return first
    }

    private static func key(_ field: String) -> String? {
        if let token = BearerToken(field) { return token.text }
        if let encoded = BearerToken.credentials(of: field, scheme: "basic") { return user(encoded) }
        return BearerToken.credentials(of: field, scheme: "sentry").flatMap(sentryKey)
    }

    /// The user of RFC 7617.
    private static func user(_ encoded: Substring) -> String? {
        guard let bytes = Data(base64Encoded: String(encoded.trimmingBlanks())),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return text.splitBytes(at: ":", maximumSplits: 1).first.map(String.init)
    }

    /// `sentry_key=…, sentry_version=7`
    private static func sentryKey(_ list: Substring) -> String? {
        for part in list.splitBytes(at: ",") {
            let pair = part.splitBytes(at: "=", maximumSplits: 1)
            if pair.count == 2, pair[0].trimmingBlanks().hasSameBytes(as: "sentry_key") {
                return pair[1].trimmingBlanks()
            }
        }
        return nil
    }
}
