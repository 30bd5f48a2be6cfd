import Domain

/// The messages of OTLP that contain others, by the numbers of their fields (`Proto/*.proto`).
///
/// Two bytes can be an empty message, which takes a hundred in memory, and a few bytes for each level nest as deep as
/// one likes. So each record is checked before SwiftProtobuf decodes it.
enum ProtobufMessage {
    case logRecord, span, spanEvent, spanStatus, resource, scope, keyValue, value, values, keyValues

    /// Counts the messages inside the message, at most `OTLPLimits.values`, and their nesting.
    /// - Parameter range: the place of the message in `bytes`.
    /// - Throws: `too_large`, and `invalid_protobuf`
    func check(_ bytes: [UInt8], in range: Range<Int>, path: String) throws(ItemError) {
        guard range.count <= EventLimits.eventBytes else {
            throw ItemError(code: "too_large", message: "\(path) is larger than \(EventLimits.eventBytes) bytes.")
        }
        var check = Check(bytes: bytes, path: path)
        try check.visit(self, range, depth: 0)
    }

    /// The message in a field; nil when the field has none, or is unknown.
    fileprivate func message(in field: Int) -> ProtobufMessage? {
        switch (self, field) {
        case (.logRecord, 5), (.keyValue, 2), (.values, 1): .value
        case (.logRecord, 6), (.span, 9), (.spanEvent, 3), (.resource, 1), (.scope, 3), (.keyValues, 1): .keyValue
        case (.value, 5): .values
        case (.value, 6): .keyValues
        case (.span, 11): .spanEvent
        case (.span, 15): .spanStatus
        default: nil
        }
    }

    /// The levels of messages for each level of values: the value, its list, and the pair in it.
    static let maximumDepth = 3 * OTLPLimits.depth + 4
}

private struct Check {
    let bytes: [UInt8]
    let path: String
    private var count = 0

    init(bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    mutating func visit(_ message: ProtobufMessage, _ range: Range<Int>, depth: Int) throws(ItemError) {
        guard depth <= ProtobufMessage.maximumDepth else { throw ItemError.tooDeep(path) }
        var fields = ProtobufFields(bytes, in: range)
        while let field = try next(&fields) {
            guard let inner = message.message(in: field.number), let content = field.content else { continue }
            count += 1
            guard count <= OTLPLimits.values else {
                throw ItemError(code: "too_large", message: "\(path) has more than \(OTLPLimits.values) values.")
            }
            try visit(inner, content, depth: depth + 1)
        }
    }

    private func next(_ fields: inout ProtobufFields) throws(ItemError) -> ProtobufFields.Field? {
        do throws(ProtobufError) { return try fields.next() } catch {
            throw ItemError(code: "invalid_protobuf", message: "\(path): \(error.sentence)")
        }
    }
}
