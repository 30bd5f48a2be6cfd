import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

extension APIOperation {
    static let eventOperations: [APIOperation] = [
        APIOperation(
            id: "listEvents",
            tag: .events,
            summary: "Lists events, newest first",
            query: EventInputs.queryDescriptions + Input<PageRequest>.descriptions,
            answers: [.ok("A page of events.", ResponseSchema<StoredEvent>.event.namedPage)]
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
            answers: [.ok("The values and how often they came.", ResponseSchema<FacetCount>.facetCount.namedPage)]
        ),
        APIOperation(
            id: "getEventHistogram",
            tag: .events,
            summary: "Counts events over time",
            query: EventInputs.queryDescriptions,
            answers: [.ok("The columns, the earliest first.", ResponseSchema<EventHistogram>.histogram.named)]
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

/// The endpoints of sign-in events.
struct EventEndpoints: Sendable {
    let events: EventReading
    let now: @Sendable () -> Timestamp

    func add(to routes: Routes<APIContext>) {
        routes.get("events", operation: "listEvents", needs: ReadEvents.self, use: list)
        routes.get("events/counts", operation: "countEvents", needs: ReadEvents.self, use: count)
        routes.get("events/histogram", operation: "getEventHistogram", needs: ReadEvents.self, use: histogram)
        routes.get("events/outcomes", operation: "listItemOutcomes", needs: ReadEvents.self, use: outcomes)
        routes.get("events/{event}", operation: "getEvent", needs: ReadEvents.self, use: read)
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let query = fields.read(EventInputs.query(now: now()))
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(ResponseSchema<StoredEvent>.event.page(events.page(query, page, grant: grant)))
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        try await .json(
            ResponseSchema<StoredEvent>.event.json(
                events.event(context.id("event", of: .event), grant: grant)
            )
        )
    }

    @Sendable private func count(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let count = fields.read(EventInputs.count(now: now()))
        let facet = try fields.finish(count.facet)
        let counts = try await events.counts(count.query, by: facet, limit: count.limit, grant: grant)
        return .json(ResponseSchema<FacetCount>.facetCount.page(Page(items: counts, next: nil)))
    }

    @Sendable private func outcomes(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let range = fields.read(EventInputs.range(now: now()))
        try fields.finish()
        return try await .json(
            ResponseSchema<ItemOutcomes>.itemOutcomes.json(
                events.outcomes(from: range.from, to: range.to, grant: grant)
            )
        )
    }

    @Sendable private func histogram(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let query = fields.read(EventInputs.query(now: now()))
        try fields.finish()
        return try await .json(ResponseSchema<EventHistogram>.histogram.json(events.histogram(query, grant: grant)))
    }
}
