import Foundation
import HTTPTypes
import Hummingbird
import StrictJSON
import WebCore

/// The keys and versions in the head of a request, from all places where there may be some.
struct SentryParameters {
    private(set) var keys: [String] = []
    private(set) var versions: [Int] = []

    init(_ request: Request) {
        for field in request.headers[values: .xSentryAuth] { addList(field) }
        for field in request.headers[values: .authorization] {
            addList(field)
            addBasic(field)
            if let token = BearerToken(field) { keys.append(token.text) }
        }
        for (name, value) in request.uri.queryParameters { add(String(name), String(value)) }
    }

    /// `Sentry sentry_key=…, sentry_version=7`
    private mutating func addList(_ field: String) {
        guard let list = BearerToken.credentials(of: field, scheme: "sentry") else { return }
        for part in list.splitBytes(at: ",") {
            let pair = part.splitBytes(at: "=", maximumSplits: 1)
            guard pair.count == 2 else { continue }
            add(pair[0].trimmingBlanks(), pair[1].trimmingBlanks())
        }
    }

    /// The user of RFC 7617; the password is ignored.
    private mutating func addBasic(_ field: String) {
        guard let encoded = BearerToken.credentials(of: field, scheme: "basic"),
            let bytes = Data(base64Encoded: String(encoded)), let text = String(validating: bytes, as: UTF8.self),
            let key = text.splitBytes(at: ":", maximumSplits: 1).first, !key.isEmpty
        else { return }
        keys.append(String(key))
    }

    private mutating func add(_ name: String, _ value: String) {
        if name.hasSameBytes(as: "sentry_key"), !value.isEmpty { keys.append(value) }
        if name.hasSameBytes(as: "sentry_version"), let version = Int(value) { versions.append(version) }
    }
}
