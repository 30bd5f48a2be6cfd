import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of sign-in events.
struct EventEndpoints: Sendable {
    let events: EventReading
    let analysis: EventAnalysis
    let now: @Sendable () -> Timestamp

    func add(to routes: Routes<APIContext>) {
        let reading = routes.needs(ReadEvents.self)
        reading.get("events", operation: "listEvents", use: list)
        reading.get("events/counts", operation: "countEvents", use: count)
        reading.get("events/histogram", operation: "getEventHistogram", use: histogram)
        reading.get("events/comparison", operation: "compareEvents", use: compare)
        reading.get("events/completions", operation: "completeEventQuery", use: complete)
        reading.get("events/outcomes", operation: "listItemOutcomes", use: outcomes)
        reading.get("events/{event}", operation: "getEvent", use: read)
    }

    private func list(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let query = fields.read(EventInputs.query(now: now()))
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(ResponseSchema<StoredEvent>.event.page(events.page(query, page, grant: call.grant)))
    }

    private func read(_ call: APICall<ReadEvents>) async throws -> Response {
        try await .json(
            ResponseSchema<StoredEvent>.event.json(events.event(call.id("event", of: .event), grant: call.grant))
        )
    }

    private func count(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let count = fields.read(EventInputs.count(now: now()))
        let facet = try fields.finish(count.facet)
        let counts = try await analysis.facets(count.query, by: [facet], limit: count.limit, grant: call.grant)
        return .json(ResponseSchema<FacetTable>.eventCounts.json(counts))
    }

    private func outcomes(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let range = fields.read(EventInputs.range(now: now()))
        try fields.finish()
        return try await .json(
            ResponseSchema<ItemOutcomes>.itemOutcomes.json(
                events.outcomes(from: range.from, to: range.to, grant: call.grant)
            )
        )
    }

    private func histogram(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let (facet, query) = fields.read(EventInputs.histogram(now: now()))
        try fields.finish()
        guard let facet else {
            return try await .json(
                ResponseSchema<EventHistogram>.histogram.json(events.histogram(query, grant: call.grant))
            )
        }
        return try await .json(
            ResponseSchema<StackedHistogram>.stackedHistogram.json(
                analysis.histogram(query, by: facet, grant: call.grant)
            )
        )
    }

    private func compare(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let (baseline, limit, query) = fields.read(EventInputs.comparison(now: now()))
        try fields.finish()
        return try await .json(
            ResponseSchema<EventComparison>.comparison.json(
                analysis.comparison(query, with: baseline, limit: limit, grant: call.grant)
            )
        )
    }

    private func complete(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let text = fields.read(EventInputs.completed) ?? ""
        let cursor = fields.read(EventInputs.cursor)
        try fields.finish()
        let place = min(cursor ?? text.utf8.count, text.utf8.count)
        let completion = try await analysis.completion(of: text, at: place, grant: call.grant)
        return .json(ResponseSchema<QueryCompletion>.completion.json(completion ?? .none(at: place)))
    }
}

extension APIOperation {
    static let eventOperations: [APIOperation] = [
        APIOperation(
            id: "listEvents",
            tag: .events,
            summary: "Lists events, newest first",
            query: EventInputs.queryDescriptions + Input<PageRequest>.descriptions,
            answers: [
                .ok(
                    "A page of events; a search of many rows can give fewer than `limit`, or none, and a cursor.",
                    ResponseSchema<StoredEvent>.event.namedPage
                )
            ]
        ),
        APIOperation(
            id: "getEvent",
            tag: .events,
            summary: "Reads an event by its reference",
            answers: [.ok("The event.", ResponseSchema<StoredEvent>.event.named)]
        ),
        APIOperation(
            id: "countEvents",
            tag: .events,
            summary: "Counts events by the values of one field, the most frequent first",
            query: EventInputs.countDescriptions,
            answers: [.ok("The values and how often they came.", ResponseSchema<FacetTable>.eventCounts.named)]
        ),
        APIOperation(
            id: "getEventHistogram",
            tag: .events,
            summary: "Counts events over time",
            query: EventInputs.histogramDescriptions,
            answers: [
                .ok(
                    "The columns, the earliest first: by outcome, or by the values of another field.",
                    NamedSchema.eventHistograms
                )
            ]
        ),
        APIOperation(
            id: "compareEvents",
            tag: .events,
            summary: "Compares events with others: the values that are more or less frequent among them",
            query: EventInputs.comparisonDescriptions,
            answers: [
                .ok(
                    "The differences that chance does not explain, the surest first.",
                    ResponseSchema<EventComparison>.comparison.named
                )
            ]
        ),
        APIOperation(
            id: "completeEventQuery",
            tag: .events,
            summary: "Proposes texts for the word at the cursor of an unfinished query",
            query: [EventInputs.completed.description, EventInputs.cursor.description],
            answers: [.ok("The proposals, the likeliest first.", ResponseSchema<QueryCompletion>.completion.named)]
        ),
        APIOperation(
            id: "listItemOutcomes",
            tag: .events,
            summary: "Counts the items of telemetry that arrived, by key and outcome",
            query: EventInputs.rangeDescriptions,
            answers: [.ok("The counts, the latest first.", ResponseSchema<ItemOutcomes>.itemOutcomes.named)]
        ),
    ]
}
