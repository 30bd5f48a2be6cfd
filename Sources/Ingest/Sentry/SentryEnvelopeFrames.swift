import StrictJSON

/// Reads the frames of a Sentry envelope, front to back, each byte once: whole, or piece by piece as it arrives.
///
/// An envelope is a header line, then items: a header line and a payload each. A line ends with LF alone. A payload has
/// the `length` that its header says, then LF or the end; without `length` it goes to the next LF or the end.
/// Source: Sentry's developer documentation, *Envelopes*, *Serialization Format*.
struct SentryEnvelopeFrames {
    enum Part {
        /// The header of the envelope, and its line without the LF.
        case header(JSONObject, line: ArraySlice<UInt8>)
        /// An item, whose payload follows, and the line of its header without the LF.
        case item(SentryItem, line: ArraySlice<UInt8>)
        /// The next bytes of the payload: all of them when the whole envelope is there.
        case payload(ArraySlice<UInt8>)
        /// The payload is complete.
        case end
    }

    private enum State {
        case header, betweenItems, itemHeader
        /// A payload that ends after so many bytes.
        case payload(left: Int64)
        /// A payload that ends with its line.
        case line
        /// Behind a payload.
        case end
    }

    private static let headerLimits = JSONLimits(
        maximumDepth: 16,
        maximumMembers: 256,
        maximumElements: 4096,
        replacesLoneSurrogates: true
    )
    private static let lineFeed: UInt8 = 0x0A

    /// The number of items that are complete.
    private(set) var index = 0
    private var state = State.header
    /// The beginning of a header line whose end has not arrived.
    private var beginning: [UInt8] = []

    /// Returns the next part, and moves the beginning of `rest` behind it.
    /// - Parameters:
    ///   - rest: bytes that have arrived.
    ///   - isLast: whether the envelope ends with them.
    /// - Returns: nil when more bytes are needed, and at the end.
    mutating func next(in rest: inout ArraySlice<UInt8>, isLast: Bool) throws(DeliveryError) -> Part? {
        while true {
            switch state {
            case .header:
                guard let line = try self.line(in: &rest, isLast: isLast) else { return nil }
                state = .betweenItems
                return .header(try Self.object(line, "The header of the envelope"), line: line)
            case .betweenItems:
                rest = rest.drop { $0 == Self.lineFeed }
                guard !rest.isEmpty else { return nil }
                guard index < SentryEnvelopeReader.maximumItems else {
                    throw DeliveryError(
                        code: "too_many",
                        sentence: "An envelope holds at most \(SentryEnvelopeReader.maximumItems) items."
                    )
                }
                state = .itemHeader
            case .itemHeader:
                guard let line = try self.line(in: &rest, isLast: isLast) else { return nil }
                return .item(try item(line), line: line)
            case .payload(left: 0): state = .end
            case .payload(let left):
                guard !isLast || rest.count >= left else { throw fault("ends before its length") }
                guard !rest.isEmpty else { return nil }
                let bytes = rest.prefix(Int(min(left, Int64(rest.count))))
                rest = rest[bytes.endIndex...]
                state = .payload(left: left - Int64(bytes.count))
                return .payload(bytes)
            case .line:
                let end = rest.firstIndex(of: Self.lineFeed)
                let bytes = rest[..<(end ?? rest.endIndex)]
                rest = rest[bytes.endIndex...]
                if end != nil || isLast { state = .end }
                if !bytes.isEmpty { return .payload(bytes) }
                if end == nil, !isLast { return nil }
            case .end:
                guard !rest.isEmpty || isLast else { return nil }
                if let next = rest.first, next != Self.lineFeed { throw fault("is longer than its length") }
                rest = rest.dropFirst()
                state = .betweenItems
                index += 1
                return .end
            }
        }
    }

    private mutating func item(_ line: ArraySlice<UInt8>) throws(DeliveryError) -> SentryItem {
        let header = try Self.object(line, "The header of item \(index)")
        guard let type = header["type"]?.stringValue else { throw fault("has no type") }
        switch header["length"] ?? .null {
        case .null: state = .line
        case .integer(let length) where length >= 0: state = .payload(left: length)
        default: throw fault("has a length that is no number of bytes")
        }
        return SentryItem(index: index, header: header, type: type, payload: [])
    }

    private func fault(_ words: String) -> DeliveryError {
        DeliveryError(code: "malformed_envelope", sentence: "Item \(index) of the envelope \(words).")
    }

    /// Takes a header line, without its LF.
    /// - Returns: nil when its end has not arrived.
    private mutating func line(
        in rest: inout ArraySlice<UInt8>,
        isLast: Bool
    ) throws(DeliveryError) -> ArraySlice<UInt8>? {
        let maximumBytes = SentryEnvelopeReader.maximumHeaderBytes
        let window = rest.prefix(maximumBytes + 1 - beginning.count)
        if let end = window.firstIndex(of: Self.lineFeed) {
            let bytes = rest[..<end]
            rest = rest[(end + 1)...]
            guard !beginning.isEmpty else { return bytes }
            let line = beginning + bytes
            beginning = []
            return line[...]
        }
        guard beginning.count + window.count <= maximumBytes else {
            throw DeliveryError(
                code: "malformed_envelope",
                sentence: "A header of the envelope is longer than \(maximumBytes) bytes."
            )
        }
        // The window is all that is there.
        beginning += window
        rest = rest[rest.endIndex...]
        guard isLast else { return nil }
        let line = beginning
        beginning = []
        return line[...]
    }

    private static func object(_ line: ArraySlice<UInt8>, _ name: String) throws(DeliveryError) -> JSONObject {
        let value: JSONValue
        do { value = try JSONValue(parsing: line, limits: headerLimits) } catch {
            throw DeliveryError(code: "malformed_envelope", sentence: "\(name) is not JSON. \(error.sentence)")
        }
        guard let object = value.objectValue else {
            throw DeliveryError(code: "malformed_envelope", sentence: "\(name) must be a JSON object.")
        }
        return object
    }
}
