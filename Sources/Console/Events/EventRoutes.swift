import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// What happened: a question about events, one event, and its attempt.
struct EventRoutes {
    /// Events of one attempt; a real one has a dozen.
    static let attemptShown = 100
    /// An attempt is over within this.
    static let attemptSpan = Duration.days(1)

    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let events = tenant.group("events")
        events.get(needs: ReadEvents.self, use: list)
        events.get(":event", needs: ReadEvents.self, use: show)
    }

    /// - Throws: a page of its own while there is no events database, not the one of a failed request.
    private func requireEvents() throws {
        guard console.services.intake.storage.state == .unavailable else { return }
        throw WebFailure(
            .serviceUnavailable,
            "events_unavailable",
            title: "Events are unavailable",
            detail:
                "The events database is not available at the moment. Everything else works. The server’s log says why.",
            retryAfter: .seconds(10)
        )
    }

    private var reading: EventReading { console.services.events }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        try requireEvents()
        var fields = try request.queryFields()
        let wanted = fields.pageRequest()
        let search = try await EventSearch(&fields, console, context)
        let frame = try await console.frame("Events", at: ConsolePaths.events(context.tenant.slug), context)
        guard search.problems.isEmpty else {
            let view = EventListView(nil, search: search, frame: frame, console, context)
            return console.page(view, context, status: .unprocessableContent)
        }
        if fields.isLocalTime("from") || fields.isLocalTime("to") {
            return console.seeOther(search.address(context.tenant.slug).href)
        }
        var answer = try await answer(to: search, wanted, grant)
        answer.people = try await people(of: answer.page.items, context)
        return console.page(EventListView(answer, search: search, frame: frame, console, context), context)
    }

    private func answer(
        to search: EventSearch,
        _ wanted: PageRequest,
        _ grant: Grant<ReadEvents>
    ) async throws -> EventListView.Answer {
        let histogram = try await reading.histogram(search.query, grant: grant)
        var commonest: FacetCount?
        if !search.query.needsRows, search.query[.code] == nil, histogram.count(of: .failed) > 0 {
            var failed = search.query
            failed.outcome = .failed
            commonest = try await reading.counts(failed, by: EventFacet(.code), limit: 1, grant: grant).first
        }
        return EventListView.Answer(
            page: try await reading.page(search.query, wanted, grant: grant),
            histogram: histogram,
            commonest: commonest
        )
    }

    @Sendable private func show(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        try requireEvents()
        let event = try await reading.event(context.id("event", of: .event), grant: grant)
        let attempt = try await attempt(of: event, grant)
        let frame = try await console.frame(event.finding, at: ConsolePaths.events(context.tenant.slug), context)
        let person = try await people(of: [event], context).values.first
        return console.page(EventView(event, person: person, attempt: attempt, frame: frame, console, context), context)
    }

    /// A client may call people anything; those whom it calls by an id of ours have a name here.
    private func people(of events: [StoredEvent], _ context: TenantContext) async throws -> [User.ID: User] {
        guard context.access.allows(.readUsers) else { return [:] }
        return try await console.services.users.users(
            Set(events.compactMap { $0.content[.user].flatMap { User.ID($0) } }),
            grant: context.grant()
        )
    }

    /// Oldest first.
    private func attempt(of event: StoredEvent, _ grant: Grant<ReadEvents>) async throws -> [StoredEvent] {
        guard let id = event.content.attempt else { return [] }
        let moment = event.content.occurredAt
        var query = EventQuery(from: moment - Self.attemptSpan, to: moment + Self.attemptSpan)
        query.attempt = id
        return try await reading.page(query, PageRequest(limit: Self.attemptShown), grant: grant).items.reversed()
    }
}

extension EventHistogram {
    func count(of outcome: Outcome) -> Int { columns.reduce(0) { $0 + ($1.counts[outcome] ?? 0) } }
}

extension Fields {
    /// The field holds what the viewer's own clock shows, which would mean another moment to someone else.
    fileprivate func isLocalTime(_ name: String) -> Bool {
        let text = typed(name)
        return !text.isEmpty && !LocalTime.isAbsolute(text)
    }
}
