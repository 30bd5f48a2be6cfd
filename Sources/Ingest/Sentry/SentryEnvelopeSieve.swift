import Domain

/// Keeps of a Sentry envelope what is decoded, and reads over attachments and the payloads of every other kind.
///
/// What it keeps is an envelope too. Items that are read over are still in it, to be counted: without a payload, and
/// with a header that says only what they count as.
struct SentryEnvelopeSieve: BodySieve {
    /// By how much the memory grows at most: an array that grows by itself doubles.
    private static let growth = 1 << 20
    private static let lineFeed: [UInt8] = [0x0A]

    private let maximumBytes: Int
    private var frames = SentryEnvelopeFrames()
    private var kept: [UInt8] = []
    /// What was left out of headers. They are parsed, so they count as if they were kept.
    private var shortenedBytes = 0
    /// Whether the item that is being read is kept.
    private var isKept = false

    init(keeping maximumBytes: Int) { self.maximumBytes = maximumBytes }

    var keptBytes: Int { kept.count }
    var parsedBytes: Int { kept.count + shortenedBytes }

    mutating func take(_ piece: ArraySlice<UInt8>) throws(DeliveryError) { try read(piece, isLast: false) }

    mutating func finish() throws(DeliveryError) -> [UInt8] {
        try read([], isLast: true)
        defer { kept = [] }
        return kept
    }

    private mutating func read(_ piece: ArraySlice<UInt8>, isLast: Bool) throws(DeliveryError) {
        var rest = piece
        do throws(DeliveryError) {
            while let part = try frames.next(in: &rest, isLast: isLast) { try keep(part) }
        } catch {
            throw error.after(examining: frames.index)
        }
    }

    private mutating func keep(_ part: SentryEnvelopeFrames.Part) throws(DeliveryError) {
        switch part {
        case .header(_, let line):
            try append(line)
            try append(Self.lineFeed[...])
        case .item(let item, let line):
            if case .unsupported(let category) = item.kind {
                isKept = false
                let header = Self.header(of: category)
                shortenedBytes += max(0, line.count - header.count)
                try append(header)
            } else {
                isKept = true
                try append(line)
            }
            try append(Self.lineFeed[...])
        case .payload(let bytes): if isKept { try append(bytes) }
        case .end: try append(Self.lineFeed[...])
        }
    }

    /// Returns the shortest header of an item of the category: never longer than one that was sent.
    private static func header(of category: ItemCategory) -> ArraySlice<UInt8> {
        let type =
            switch category {
            case .log: "otel_log"
            case .span: "span"
            default: ""
            }
        return Array(#"{"type":"\#(type)"}"#.utf8)[...]
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(DeliveryError) {
        let count = kept.count + bytes.count
        guard count + shortenedBytes <= maximumBytes else {
            throw DeliveryError(
                code: "too_large",
                sentence: """
                    The events, logs, sessions and client reports of an envelope, and the headers of its items, have at \
                    most \(maximumBytes) bytes. Attachments do not count.
                    """
            )
        }
        if count > kept.capacity { kept.reserveCapacity(min(maximumBytes, count + min(count / 4, Self.growth))) }
        kept += bytes
    }
}
