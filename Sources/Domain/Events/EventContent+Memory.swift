extension EventContent {
    /// The size of the value itself, without its references.
    private static let ownBytes = 600
    private static let attributeBytes = 48
    /// A text that does not fit into its value is allocated separately, with a header.
    private static let textHeaderBytes = 48

    /// An estimate of its memory in bytes.
    public var memoryBytes: Int {
        let ofAttributes = attributes.reduce(0) {
            $0 + Self.attributeBytes + Self.bytes($1.name) + Self.bytes($1.value)
        }
        return Self.ownBytes + EventDimension.texts.reduce(0) { $0 + Self.bytes(texts[$1]) } + ofAttributes
            + (error.map(Self.bytes) ?? 0)
    }

    private static func bytes(_ text: String?) -> Int {
        guard let count = text?.utf8.count, count > 15 else { return 0 }
        return count + textHeaderBytes
    }

    private static func bytes(_ value: EventAttribute.Value) -> Int {
        if case .text(let text) = value { bytes(text) } else { 0 }
    }

    private static func bytes(_ error: EventError) -> Int {
        let outer = bytes(error.domain) + bytes(error.code) + bytes(error.message)
        return error.chain.reduce(outer) { $0 + attributeBytes + bytes($1.domain) + bytes($1.code) + bytes($1.message) }
    }
}
