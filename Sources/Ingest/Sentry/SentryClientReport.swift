import Domain
import StrictJSON

/// Reads what a client reports to have discarded.
enum SentryClientReport {
    static let maximumRows = 100
    /// The reports of one envelope; SDKs send one.
    static let maximumReports = 10
    /// The items of one row: an SDK that lost more is a program that invents numbers.
    static let maximumQuantity = 10_000
    /// The items of all reports of one envelope.
    static let maximumTotal = 20_000

    /// - Throws: when the report has no list of discarded events.
    static func counts(_ report: JSONObject, at path: String) throws(ItemError) -> [ItemCount] {
        guard let rows = report["discarded_events"]?.arrayValue else {
            throw ItemError(code: "missing_field", message: "\(path).discarded_events is missing.")
        }
        guard rows.count <= maximumRows else {
            throw ItemError(code: "too_many", message: "\(path).discarded_events has more than \(maximumRows) rows.")
        }
        return rows.compactMap { row in
            let name = row["category"]?.stringValue ?? ""
            // `log_byte` counts the bytes of items that `log_item` counts.
            guard !name.hasByteSuffix("_byte"), let quantity = row["quantity"]?.integerValue, quantity > 0 else {
                return nil
            }
            return ItemCount(
                .lost,
                category(name),
                reason: reason(row["reason"]?.stringValue ?? ""),
                count: Int(min(quantity, Int64(maximumQuantity)))
            )
        }
    }

    private static func category(_ name: String) -> ItemCategory {
        switch ByteText(name) {
        case "error", "default", "security": .event
        case "log_item": .log
        case "session": .run
        case "transaction", "span": .span
        default: .other
        }
    }

    private static func reason(_ name: String) -> String {
        reasons.first { $0.hasSameBytes(as: name) } ?? "other"
    }

    /// Source: Sentry's developer documentation, *Client Reports*.
    private static let reasons = [
        "backpressure", "before_send", "cache_overflow", "event_processor", "insufficient_data", "internal_sdk_error",
        "network_error", "queue_overflow", "ratelimit_backoff", "sample_rate", "send_error",
    ]
}
