import Domain
import Hummingbird

/// The fields of a form or a query, each at most once.
struct FormFields: Sendable {
    static let maximumBytes = 64 * 1024
    private var values: [String: String] = [:]

    init(_ text: some Collection<UInt8>) throws(Rejection) {
        for pair in text.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(parts[0]), let value = parts.count == 2 ? Self.decode(parts[1]) : "" else {
                throw .request("A field cannot be read.")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw .request("The field \(name) comes twice.")
            }
        }
    }

    /// Reads the fields from the body of a request.
    static func read(_ request: Request) async throws -> FormFields {
        guard let type = request.headers[.contentType], type.lowercased().hasPrefix("application/x-www-form-urlencoded")
        else {
            throw Rejection(error: "unsupported_grant_type", description: "Send application/x-www-form-urlencoded.")
        }
        guard let body = try? await request.body.collect(upTo: maximumBytes) else {
            throw Rejection.request("The body is too large.")
        }
        return try FormFields(body.readableBytesView)
    }

    /// Nil when the field is absent or empty.
    subscript(name: String) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        return value
    }

    private static func decode(_ text: some Collection<UInt8>) -> String? {
        PercentEncoding.decode(text, plusIsSpace: true).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
