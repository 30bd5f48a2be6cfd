/// Finds the fields of one protobuf message without reading their values (protobuf.dev, “Encoding”).
///
/// Each call of `next` takes the time of one header, however long the field is.
struct ProtobufFields {
    struct Field {
        let number: Int
        /// The place of its bytes, when it is a text, bytes or a message; nil for numbers.
        let content: Range<Int>?
    }

    private static let greatestNumber: UInt64 = (1 << 29) - 1

    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// - Precondition: the range is one of `bytes`.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// - Returns: nil at the end of the message.
    mutating func next() throws(ProtobufError) -> Field? {
        guard position < end else { return nil }
        let start = position
        let tag = try varint()
        let number = tag >> 3
        guard (1...Self.greatestNumber).contains(number) else { throw ProtobufError(reason: .badField, offset: start) }
        var content: Range<Int>?
        switch tag & 7 {
        case 0: _ = try varint()
        case 1: try skip(8)
        case 2:
            let length = try varint()
            let first = position
            try skip(length)
            content = first..<position
        case 5: try skip(4)
        // 3 and 4 are groups, which proto3 does not have.
        default: throw ProtobufError(reason: .badField, offset: start)
        }
        return Field(number: Int(number), content: content)
    }

    private mutating func skip(_ count: UInt64) throws(ProtobufError) {
        guard count <= UInt64(end - position) else { throw ProtobufError(reason: .unexpectedEnd, offset: position) }
        position += Int(count)
    }

    /// Reads a number of at most 64 bits, seven in each byte, the lowest first.
    private mutating func varint() throws(ProtobufError) -> UInt64 {
        let start = position
        // Most tags and lengths are one byte.
        if start < end, bytes[start] < 0x80 {
            position += 1
            return UInt64(bytes[start])
        }
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            guard position < end else { throw ProtobufError(reason: .unexpectedEnd, offset: position) }
            let byte = bytes[position]
            position += 1
            guard shift < 63 || byte <= 1 else { break }
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        throw ProtobufError(reason: .varintTooLong, offset: start)
    }
}
