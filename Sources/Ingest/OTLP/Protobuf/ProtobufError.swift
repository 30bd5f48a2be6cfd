/// Why bytes are not a protobuf message, and where.
struct ProtobufError: Error, Hashable {
    enum Reason: Hashable {
        case unexpectedEnd
        /// A number of more than 64 bits.
        case varintTooLong
        /// A field with the number 0, with a number beyond 2²⁹, or of an unknown or obsolete type.
        case badField
    }

    let reason: Reason
    /// In bytes from the start of the body.
    let offset: Int

    /// One sentence for users: `Byte 17: the message ends too early.`
    var sentence: String { "Byte \(offset): \(detail)" }

    private var detail: String {
        switch reason {
        case .unexpectedEnd: "the message ends too early."
        case .varintTooLong: "a number has more than 64 bits."
        case .badField: "this is no field."
        }
    }
}
