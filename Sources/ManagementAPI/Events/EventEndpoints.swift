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
            query: EventInputs.query + Input<PageRequest>.descriptions,
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
            query: [EventInputs.facet.description, EventInputs.countLimit.description] + EventInputs.query,
            answers: [.ok("The values and how often they came.", ResponseSchema<FacetCount>.facetCount.namedPage)]
        ),
        APIOperation(
            id: "getEventHistogram",
            tag: .events,
            summary: "Counts events over time",
            query: EventInputs.query,
            answers: [.ok("The columns, the earliest first.", ResponseSchema<EventHistogram>.histogram.named)]
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
        routes.get("events/{event}", operation: "getEvent", needs: ReadEvents.self, use: read)
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let query = EventInputs.query(&fields, now: now())
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
        let query = EventInputs.query(&fields, now: now())
        let limit = fields.read(EventInputs.countLimit) ?? 20
        let read = fields.read(EventInputs.facet)
        let facet = try fields.finish(read)
        let counts = try await events.counts(query, by: facet, limit: limit, grant: grant)
        return .json(ResponseSchema<FacetCount>.facetCount.page(Page(items: counts, next: nil)))
    }

    @Sendable private func histogram(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let query = EventInputs.query(&fields, now: now())
        try fields.finish()
        return try await .json(ResponseSchema<EventHistogram>.histogram.json(events.histogram(query, grant: grant)))
    }
}
