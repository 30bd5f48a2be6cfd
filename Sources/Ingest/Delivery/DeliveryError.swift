/// An error that makes a whole delivery unreadable.
public struct DeliveryError: Error, Sendable, Hashable {
    /// A stable code: `invalid_json`, `missing_field`, `wrong_type`, `too_many`, `too_large`, `malformed_envelope`,
    /// `dsn_mismatch`.
    public let code: String
    /// Says what to correct, and where.
    public let sentence: String
    /// The number of parts that were read before the error was found, as `EventDelivery.examined`.
    public let examined: Int

    public init(code: String, sentence: String, examined: Int = 0) {
        self.code = code
        self.sentence = sentence
        self.examined = examined
    }

    func after(examining examined: Int) -> DeliveryError {
        DeliveryError(code: code, sentence: sentence, examined: examined)
    }
}
