import Domain
import StrictJSON

/// Reads the frames of a Sentry envelope, front to back, each byte once.
///
/// An envelope is a header line, then items: a header line and a payload each. A line ends with LF alone. A payload has
/// the `length` that its header says, then LF or the end; without `length` it goes to the next LF or the end.
/// Source: Sentry's developer documentation, *Envelopes*, *Serialization Format*.
struct SentryEnvelopeReader {
    /// The size of a header line.
    static let maximumHeaderBytes = 16 * 1024
    static let maximumItems = EventLimits.lookedAt
    private static let headerLimits = JSONLimits(
        maximumDepth: 16,
        maximumMembers: 256,
        maximumElements: 4096,
        replacesLoneSurrogates: true
    )
    private static let lineFeed: UInt8 = 0x0A

    let header: JSONObject
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var index = 0

    /// Reads the header of the envelope.
    init(_ envelope: ArraySlice<UInt8>) throws(DeliveryError) {
        bytes = envelope
        position = envelope.startIndex
        let line = try Self.line(in: envelope, from: position)
        header = try Self.object(line, "The header of the envelope")
        position = min(line.endIndex + 1, envelope.endIndex)
    }

    /// Returns the next item; nil at the end.
    mutating func next() throws(DeliveryError) -> SentryItem? {
        while position < bytes.endIndex, bytes[position] == Self.lineFeed { position += 1 }
        guard position < bytes.endIndex else { return nil }
        guard index < Self.maximumItems else {
            throw DeliveryError(code: "too_many", sentence: "An envelope holds at most \(Self.maximumItems) items.")
        }
        let line = try Self.line(in: bytes, from: position)
        let header = try Self.object(line, "The header of item \(index)")
        guard let type = header["type"]?.stringValue else { throw fault("has no type") }
        position = min(line.endIndex + 1, bytes.endIndex)
        let payload = try payload(header)
        defer { index += 1 }
        return SentryItem(index: index, header: header, type: type, payload: payload)
    }

    private mutating func payload(_ header: JSONObject) throws(DeliveryError) -> ArraySlice<UInt8> {
        let end: Int
        switch header["length"] ?? .null {
        case .null: end = bytes[position...].firstIndex(of: Self.lineFeed) ?? bytes.endIndex
        case .integer(let length) where length >= 0:
            guard length <= bytes.endIndex - position else { throw fault("ends before its length") }
            end = position + Int(length)
        default: throw fault("has a length that is no number of bytes")
        }
        guard end == bytes.endIndex || bytes[end] == Self.lineFeed else { throw fault("is longer than its length") }
        let payload = bytes[position..<end]
        position = min(end + 1, bytes.endIndex)
        return payload
    }

    private func fault(_ words: String) -> DeliveryError {
        DeliveryError(code: "malformed_envelope", sentence: "Item \(index) of the envelope \(words).")
    }

    /// Returns the line from `start`, without its LF.
    private static func line(
        in bytes: ArraySlice<UInt8>,
        from start: Int
    ) throws(DeliveryError) -> ArraySlice<UInt8> {
        let window = bytes[start...].prefix(maximumHeaderBytes + 1)
        if let end = window.firstIndex(of: lineFeed) { return bytes[start..<end] }
        guard window.count <= maximumHeaderBytes else {
            throw DeliveryError(
                code: "malformed_envelope",
                sentence: "A header of the envelope is longer than \(maximumHeaderBytes) bytes."
            )
        }
        return window
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
