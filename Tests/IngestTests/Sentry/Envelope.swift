import Domain

@testable import Ingest

/// Builds the bytes of an envelope.
struct Envelope {
    private(set) var bytes: [UInt8]

    init(_ header: String = "{}") { bytes = Array("\(header)\n".utf8) }

    /// Adds an item with its length.
    func with(_ type: String, _ payload: String, header: String = "") -> Envelope {
        var copy = self
        copy.bytes += Array(#"{"type":"\#(type)","length":\#(payload.utf8.count)\#(header)}"#.utf8)
        copy.bytes += Array("\n\(payload)\n".utf8)
        return copy
    }

    /// Adds text as it is.
    func with(raw text: String) -> Envelope {
        var copy = self
        copy.bytes += Array(text.utf8)
        return copy
    }

    static let now = Timestamp(milliseconds: 1_795_251_600_000)

    func decoded(to dsn: SentryDSN? = nil) throws -> EventDelivery {
        try SentryEvents.decode(bytes, as: .envelope, to: dsn, receivedAt: Self.now)
    }
}
