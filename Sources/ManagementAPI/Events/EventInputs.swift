import Domain
import UseCases
import WebCore

/// The fields of requests about events.
enum EventInputs {
    static let defaultRange = Duration.hours(24)

    static let from = Input.moment("from", "From this time; by default 24 hours before `to`.")
    static let to = Input.moment("to", "Before this time; by default now.")
    static let message: Input<String?> = .optionalText(
        "text",
        "Text in the error message, in any case.",
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

    static let facet: Input<EventFacet?> = .oneOf("by", "The field to count by.")
    static let countLimit = Input.optionalInteger("limit", "How many values at most; 20 without it.", in: 1...200)

    static func query(now: Timestamp) -> Inputs<EventQuery> {
        Inputs { reader in
            var query = range(&reader, now: now)
            for (dimension, input) in filters { query[dimension] = reader.read(input) }
            query.text = reader.read(message)
            return query
        }
    }

    private static func range(_ reader: inout InputReader, now: Timestamp) -> EventQuery {
        let wanted = (from: reader.read(from), to: reader.read(to))
        let end = wanted.to ?? now
        let start = wanted.from ?? end - defaultRange
        if start >= end {
            reader.record("from", .malformed(.english("This must be before “to”.")))
        } else if end.since(start) > EventQuery.maximumRange {
            reader.record(
                "from",
                .malformed(
                    .english("Ask for at most \(EventQuery.maximumRange.components.seconds / 86_400) days at once.")
                )
            )
        }
        return EventQuery(from: start, to: end)
    }

    static func range(now: Timestamp) -> Inputs<EventQuery> { Inputs { range(&$0, now: now) } }

    static func count(now: Timestamp) -> Inputs<(facet: EventFacet?, limit: Int, query: EventQuery)> {
        Inputs { reader in
            (
                facet: reader.read(facet),
                limit: reader.read(countLimit) ?? 20,
                query: reader.read(query(now: now))
            )
        }
    }

    /// The descriptions do not depend on the time.
    static let queryDescriptions = query(now: Timestamp(milliseconds: 0)).descriptions
    static let rangeDescriptions = range(now: Timestamp(milliseconds: 0)).descriptions
    static let countDescriptions = count(now: Timestamp(milliseconds: 0)).descriptions

    private static func filter(_ dimension: EventDimension, _ summary: String) -> Input<String?> {
        let name = dimension.name
        switch dimension.definition.values {
        case .choice(let words): return .optionalOneOf(name, summary, of: words)
        case .text, .cause, .milliseconds:
            return .optionalText(name, summary, minimum: 1, maximum: EventQuery.textMaximumLength)
        case .traceID:
            let attempt: Input<TraceID?> = .optionalValue(
                name,
                summary,
                .traceID,
                orElse: .english("Write a trace id: 32 hexadecimal digits.")
            )
            return Input(attempt.description) { attempt.read(&$0)?.description }
        }
    }
}
