import Domain
import StrictJSON

/// One item of an envelope: its header, and its payload as bytes of the envelope.
struct SentryItem {
    /// The position in the envelope, from 0.
    let index: Int
    let header: JSONObject
    let type: String
    var payload: ArraySlice<UInt8>

    var kind: Kind { Kind(type) }

    /// Where the item is in the envelope.
    var path: String { "items[\(index)]" }

    /// The number of records that its header claims; 1 without a claim.
    var count: Int { max(1, header["item_count"]?.integerValue.flatMap(Int.init(exactly:)) ?? 1) }

    enum Kind: Hashable {
        case event, logs, run, runs, clientReport
        /// A kind that is counted and not kept.
        case unsupported(ItemCategory)

        init(_ type: String) { self = Self.known[ByteText(type)] ?? .unsupported(.other) }

        private static let known: [ByteText: Kind] = [
            "event": .event, "log": .logs, "session": .run, "sessions": .runs, "client_report": .clientReport,
            "otel_log": .unsupported(.log), "transaction": .unsupported(.span), "span": .unsupported(.span),
        ]
    }
}
