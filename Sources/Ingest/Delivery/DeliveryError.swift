import Domain

/// An error that makes a whole delivery unreadable.
public struct DeliveryError: Error, Sendable, Hashable {
    /// A stable code: `invalid_json`, `missing_field`, `wrong_type`, `too_many`, `malformed_envelope`, `dsn_mismatch`.
    public let code: String
    /// Says what to correct, and where.
    public let sentence: String

    public init(code: String, sentence: String) {
        self.code = code
        self.sentence = sentence
    }
}
