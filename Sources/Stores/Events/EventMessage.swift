import Crypto
import Domain
import Foundation
import StrictJSON

/// What the error of an event says: its message, and its domain, code and chain. Many events repeat it, so it is stored
/// once.
struct EventMessage: Hashable, Sendable {
    /// Empty when the error has no message.
    let text: String
    /// `[domain, code, [[domain, code, message], …]]` as compact JSON.
    let error: String

    init(_ error: EventError) {
        text = error.message ?? ""
        self.error = Self.json(error).text
    }

    var byteCount: Int { text.utf8.count + error.utf8.count }

    /// The first 16 bytes of a SHA-256 over both parts.
    var fingerprint: Data {
        var hash = SHA256()
        hash.update(data: Data(text.utf8))
        hash.update(data: Data([0xFF]))
        hash.update(data: Data(error.utf8))
        return Data(hash.finalize().prefix(16))
    }

    /// Compares by bytes: texts that Unicode calls equivalent differ here, as they do in the fingerprint.
    static func == (left: EventMessage, right: EventMessage) -> Bool {
        left.text.hasSameBytes(as: right.text) && left.error.hasSameBytes(as: right.error)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(text))
        hasher.combine(ByteText(error))
    }

    static func json(_ error: EventError) -> JSONValue {
        let chain = error.chain.map { cause -> JSONValue in
            .array([.string(cause.domain), .string(cause.code)] + (cause.message.map { [.string($0)] } ?? []))
        }
        return .array([.string(error.domain), .string(error.code)] + (chain.isEmpty ? [] : [.array(chain)]))
    }

    /// Reads the stored form.
    static func error(_ value: JSONValue?, message: String?) -> EventError? {
        guard let parts = value?.arrayValue, parts.count >= 2, let domain = parts[0].stringValue,
            let code = parts[1].stringValue
        else { return nil }
        let chain = parts.count > 2 ? parts[2].arrayValue ?? [] : []
        let causes = chain.compactMap { item -> EventError.Cause? in
            guard let cause = item.arrayValue, cause.count >= 2, let domain = cause[0].stringValue,
                let code = cause[1].stringValue
            else { return nil }
            return EventError.Cause(domain: domain, code: code, message: cause.count > 2 ? cause[2].stringValue : nil)
        }
        return EventError(domain: domain, code: code, message: message, chain: causes)
    }

    static func error(stored text: String, message: String?) throws -> EventError? {
        error(try JSONValue(parsing: Array(text.utf8), limits: .stored), message: message)
    }
}
