import Domain
import UseCases
import WebCore

/// The fields of requests about events.
enum EventInputs {
    static let defaultRange = Duration.hours(24)

    static let from = Input.moment("from", "From this time. Without it, 24 hours before `to`.")
    static let to = Input.moment("to", "Before this time. Without it, now.")
    static let message: Input<String?> = .optionalText(
        "text",
        "Found in the message of the error, in any case.",
        minimum: 1,
        maximum: EventQuery.textMaximumLength
    )

    /// A filter for each dimension that has one.
    static let filters: [(dimension: EventDimension, input: Input<String?>)] = EventDimension.filtered.compactMap {
        switch $0.definition.filter {
        case .none: nil
        case .api(let summary), .everywhere(let summary): ($0, filter($0, summary))
        }
    }

    static let query = [from.description, to.description] + filters.map(\.input.description) + [message.description]

    static let facet: Input<EventFacet?> = .oneOf("by", "What to count by.")
    static let countLimit = Input.optionalInteger("limit", "How many values at most; 20 without it.", in: 1...200)

    static func query(_ fields: inout Fields, now: Timestamp) -> EventQuery {
        let end = fields.read(to) ?? now
        let start = fields.read(from) ?? end - defaultRange
        if start >= end {
            fields.record("from", .malformed("This must be before “to”."))
        } else if end.since(start) > EventQuery.maximumRange {
            fields.record(
                "from",
                .malformed("Ask for at most \(EventQuery.maximumRange.components.seconds / 86_400) days at once.")
            )
        }
        var query = EventQuery(from: start, to: end)
        for (dimension, input) in filters { query[dimension] = fields.read(input) }
        query.text = fields.read(message)
        return query
    }

    private static func filter(_ dimension: EventDimension, _ summary: String) -> Input<String?> {
        let name = dimension.name
        switch dimension.definition.values {
        case .choice(let words): return .optionalOneOf(name, summary, of: words)
        case .text, .cause: return .optionalText(name, summary, minimum: 1, maximum: EventQuery.textMaximumLength)
        case .traceID:
            let attempt: Input<TraceID?> = .optionalValue(
                name,
                summary,
                .traceID,
                orElse: "Write a trace id: 32 hexadecimal digits."
            )
            return Input(attempt.description) { attempt.read(&$0)?.description }
        }
    }
}
