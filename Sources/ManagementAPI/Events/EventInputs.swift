import Domain
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about events.
enum EventInputs {
    static let defaultRange = Duration.hours(24)

    static let from = Input.dateTime("from", "From this time; by default 24 hours before `to`.")
    static let to = Input.dateTime("to", "Before this time; by default now.")
    static let message: Input<String?> = .optionalText(
        "text",
        "Text in the error message, in any case.",
        minimum: 1,
        maximum: EventQuery.textMaximumLength
    )

    /// Terms of the query language.
    static let condition = Input<EventCondition>(
        InputDescription(
            "q",
            .text(1...QueryLimits.canonicalBytes).example("code:keychain.* -outcome:cancelled"),
            conditionSummary
        )
    ) { $0.eventCondition("q", minimum: 1) }
    private static let conditionSummary =
        "A query in the query language for events: terms with spaces between them must all match. `field:value`, "
        + "`field:a,b`, `field:begin*`, `field:>=2.3`, `field:2.3..2.4`, `field:*` (any value), `field:none`, "
        + "`\"text of the message\"`, `-` or `NOT` before a term, `OR`, parentheses. At most "
        + "\(QueryLimits.textBytes) bytes (\(QueryLimits.canonicalBytes) in canonical form), \(QueryLimits.terms) terms. "
        + "The other filters narrow it."

    /// A filter for each dimension that has one.
    static let filters: [(dimension: EventDimension, input: Input<String?>)] = EventDimension.filtered.compactMap {
        switch $0.definition.filter {
        case .none: nil
        case .api(let summary), .everywhere(let summary): ($0, filter($0, summary))
        }
    }

    /// The longest tail; a client that wants more reconnects.
    static let tailMaximumSeconds = 3600
    private static let tailSeconds = Input.optionalInteger(
        "seconds",
        "How long to follow; an hour without it. With 0 only what was missed is sent.",
        in: 0...tailMaximumSeconds
    )
    private static let tailAfter = after(
        "The id of the last message that the client got: the stream goes on after it. `Last-Event-ID` comes before it: a browser "
            + "that reconnects by itself sends that, with the address that it connected to first."
    )
    private static let exportFormat: Input<EventExports.Format?> = .optionalOneOf(
        "format",
        "The format; `ndjson` without it."
    )
    private static let exportAfter = after(
        "The reference of the last event of an interrupted export. The export continues after it; send the same query, with `from`."
    )

    private static func after(_ summary: String) -> Input<Event.Reference?> {
        .optionalValue(
            "after",
            summary,
            Schema.text(1...60).example("1795251600000-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"),
            orElse: .english("Send the reference of an event.")
        )
    }

    static let facet: Input<EventFacet?> = .oneOf("by", "The field to count by.")
    static let countLimit = Input.optionalInteger("limit", "How many values at most; 20 without it.", in: 1...200)

    static let stack: Input<EventFacet?> = .optionalOneOf(
        "by",
        "The field whose values the columns are stacked by; the outcome without it."
    )

    static func histogram(now: Timestamp) -> Inputs<(facet: EventFacet?, query: EventQuery)> {
        Inputs { reader in (facet: reader.read(stack), query: reader.read(query(now: now))) }
    }

    static let baseline: Input<ComparisonBaseline.Kind?> = .optionalOneOf(
        "baseline",
        "The events to compare with: all `others` of the same time (without it), those that the same question finds in the "
            + "range of equal length `before`, or those of the same time that the `query` in `baseline_q` finds."
    )
    private static let baselineCondition = Input<EventCondition>(
        InputDescription(
            "baseline_q",
            .text(1...QueryLimits.canonicalBytes).example("release:2.3.0"),
            "The query for the events to compare with, with `baseline=query`. Every event without it."
        )
    ) { $0.eventCondition("baseline_q", minimum: 1) }

    static func comparison(now: Timestamp) -> Inputs<(baseline: ComparisonBaseline, limit: Int, query: EventQuery)> {
        Inputs { reader in
            (
                baseline: ComparisonBaseline(reader.read(baseline) ?? .others, query: reader.read(baselineCondition)),
                limit: reader.read(countLimit) ?? 20,
                query: reader.read(query(now: now))
            )
        }
    }

    /// An unfinished query, which may be empty or have faults.
    static let completed = Input.optionalText("q", "The query as typed so far.", maximum: QueryLimits.textBytes)
    static let cursor = Input.optionalInteger(
        "cursor",
        "The place of the cursor in the query, in bytes of UTF-8; its end without it.",
        in: 0...QueryLimits.textBytes
    )

    static func query(now: Timestamp) -> Inputs<EventQuery> {
        Inputs { reader in
            var query = range(&reader, now: now)
            for (dimension, input) in filters { query[dimension] = reader.read(input) }
            query.text = reader.read(message)
            query.condition = reader.read(condition)
            return query
        }
    }

    /// The filters without a span of time.
    private static func filters(_ reader: inout InputReader, _ query: inout EventQuery) {
        for (dimension, input) in filters { query[dimension] = reader.read(input) }
        query.text = reader.read(message)
        query.condition = reader.read(condition)
    }

    /// What a tail shows.
    static let tail = Inputs { reader in
        let now = Timestamp(milliseconds: 0)
        var query = EventQuery(from: now, to: now)
        filters(&reader, &query)
        return (query: query, after: reader.read(tailAfter), seconds: reader.read(tailSeconds) ?? tailMaximumSeconds)
    }

    /// What is exported.
    static func export(now: Timestamp) -> Inputs<EventExports.Draft> {
        Inputs { reader in
            let format = reader.read(exportFormat) ?? .ndjson
            let after = reader.read(exportAfter)
            var query = range(&reader, now: now)
            filters(&reader, &query)
            return EventExports.Draft(query: query, format: format, after: after)
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
            (facet: reader.read(facet), limit: reader.read(countLimit) ?? 20, query: reader.read(query(now: now)))
        }
    }

    /// The descriptions do not depend on the time.
    static let queryDescriptions = query(now: Timestamp(milliseconds: 0)).descriptions
    static let exportDescriptions = export(now: Timestamp(milliseconds: 0)).descriptions
    static let rangeDescriptions = range(now: Timestamp(milliseconds: 0)).descriptions
    static let countDescriptions = count(now: Timestamp(milliseconds: 0)).descriptions
    static let histogramDescriptions = histogram(now: Timestamp(milliseconds: 0)).descriptions
    static let comparisonDescriptions = comparison(now: Timestamp(milliseconds: 0)).descriptions

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
