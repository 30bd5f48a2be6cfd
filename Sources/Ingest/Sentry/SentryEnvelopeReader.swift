import Domain
import StrictJSON

/// Reads the items of a Sentry envelope that is there as a whole.
struct SentryEnvelopeReader {
    /// The size of a header line.
    static let maximumHeaderBytes = 16 * 1024
    static let maximumItems = EventLimits.examinedItems

    let header: JSONObject
    private var frames: SentryEnvelopeFrames
    private var rest: ArraySlice<UInt8>

    /// Reads the header of the envelope.
    init(_ envelope: ArraySlice<UInt8>) throws(DeliveryError) {
        var (frames, rest) = (SentryEnvelopeFrames(), envelope)
        guard case .header(let header, _) = try frames.next(in: &rest, isLast: true) else {
            preconditionFailure("the first part is the header, or an error")
        }
        (self.header, self.frames, self.rest) = (header, frames, rest)
    }

    /// Returns the next item; nil at the end.
    mutating func next() throws(DeliveryError) -> SentryItem? {
        guard case .item(var item, _) = try frames.next(in: &rest, isLast: true) else { return nil }
        while case .payload(let bytes) = try frames.next(in: &rest, isLast: true) { item.payload = bytes }
        return item
    }
}
