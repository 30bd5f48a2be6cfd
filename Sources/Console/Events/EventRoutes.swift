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
    /// The values of a field beside the chart.
    static let values = 20

    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let events = tenant.group("events")
        events.needs(ReadEvents.self).get(use: list)
        events.needs(ReadEvents.self).get("{event}", use: show)
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

    private func list(_ call: Call<ReadEvents>) async throws -> Response {
        try requireEvents()
        let page = console.page(call.context)
        var fields = try call.request.queryFields()
        let wanted = fields.pageRequest()
        let search = try await console.eventSearch(&fields, call.context)
        guard search.problems.isEmpty else {
            let list = EventList(search: search, result: nil)
            return await page.response(EventListView(list, page), status: .unprocessableContent)
        }
        if search.isFromForm || fields.isLocalTime("from") || fields.isLocalTime("to") {
            return page.seeOther(search.address(page.paths).href)
        }
        let histogram = try await reading.histogram(search.query, grant: call.grant)
        let mostCommon = try await mostCommon(search, histogram, call.grant)
        let found = try await reading.page(search.query, wanted, grant: call.grant)
        let result = EventList.Result(
            page: found,
            histogram: histogram,
            changes: await changes(histogram, page, call.grant),
            stacked: try await stacked(search, histogram, call.grant),
            values: try await values(search, histogram, call.grant),
            comparison: try await comparison(search, call.grant),
            mostCommon: mostCommon,
            users: try await users(of: found.items, page)
        )
        var list = EventList(search: search, result: result)
        guard list.problems.isEmpty else {
            return await page.response(EventListView(list, page), status: .unprocessableContent)
        }
        list.refresh = EventRefresh.interval(askedBy: fields)
        return await page.response(EventListView(list, page))
    }

    private func changes(
        _ histogram: EventHistogram,
        _ page: TenantPage,
        _ grant: Grant<ReadEvents>
    ) async -> Page<NotableChange>? {
        guard histogram.total > 0, let time = histogram.time else { return nil }
        return await console.services.changes.within(time, access: page.access, grant: grant)
    }

    private func stacked(
        _ search: EventSearch,
        _ histogram: EventHistogram,
        _ grant: Grant<ReadEvents>
    ) async throws -> StackedHistogram? {
        guard let facet = search.stack, histogram.total > 0 else { return nil }
        return try await console.services.eventAnalysis.histogram(search.query, by: facet, grant: grant)
    }

    private func values(
        _ search: EventSearch,
        _ histogram: EventHistogram,
        _ grant: Grant<ReadEvents>
    ) async throws -> FacetTable? {
        guard let facet = search.stack, histogram.total > 0 else { return nil }
        return try await console.services.eventAnalysis.facets(
            search.query,
            by: [facet],
            limit: Self.values,
            grant: grant
        )
    }

    /// A comparison that takes too long leaves the rest of the page as it is.
    private func comparison(_ search: EventSearch, _ grant: Grant<ReadEvents>) async throws -> EventList.Comparison? {
        guard let baseline = search.comparison else { return nil }
        do throws(DomainError) {
            return .found(
                try await console.services.eventAnalysis.comparison(
                    search.query,
                    with: baseline,
                    limit: ComparisonView.ranked,
                    grant: grant
                )
            )
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            return .faulty(problems.map { FieldProblem(field: "compare", rule: $0.rule) })
        }
    }

    /// The most frequent code of the failures; nil when the question is about one code, or about rows.
    private func mostCommon(
        _ search: EventSearch,
        _ histogram: EventHistogram,
        _ grant: Grant<ReadEvents>
    ) async throws -> FacetCount? {
        guard !search.query.needsRows, search.shown(.code) == nil, histogram.count(of: .failed) > 0 else { return nil }
        var failed = search.query
        failed.outcome = .failed
        return try await reading.counts(failed, by: EventFacet(.code), limit: 1, grant: grant).first
    }

    private func show(_ call: Call<ReadEvents>) async throws -> Response {
        try requireEvents()
        let event = try await reading.event(call.id("event", of: .event), grant: call.grant)
        let page = console.page(call.context)
        let details = EventDetails(
            event: event,
            user: try await users(of: [event], page).values.first,
            attempt: try await attempt(of: event, call.grant),
            note: try await console.causeNote(on: event.code, grant: call.grant)
        )
        return await page.response(EventView(details, page))
    }

    /// The users whom events name by ids of Gatehouse. A client may send any text.
    private func users(of events: [StoredEvent], _ page: TenantPage) async throws -> [User.ID: User] {
        guard page.access.allows(.readUsers) else { return [:] }
        return try await console.services.users.users(
            Set(events.compactMap(\.content.userID)),
            grant: page.access.grant()
        )
    }

    /// Oldest first.
    private func attempt(of event: StoredEvent, _ grant: Grant<ReadEvents>) async throws -> [StoredEvent] {
        guard let id = event.content.attempt else { return [] }
        let time = event.content.occurredAt
        var query = EventQuery(from: time - Self.attemptSpan, to: time + Self.attemptSpan)
        query.attempt = id
        return try await reading.page(query, PageRequest(limit: Self.attemptShown), grant: grant).items.reversed()
    }
}

extension Fields {
    /// The field holds what the viewer's own clock shows, which would mean another time in another time zone.
    fileprivate func isLocalTime(_ name: String) -> Bool {
        let text = typed(name)
        return !text.isEmpty && !LocalTime.isAbsolute(text)
    }
}

extension ConsoleFeature {
    static let events = ConsoleFeature(
        views: [EventListView.self, EventLiveView.self, EventView.self, CauseNoteView.self],
        navigation: [NavigationEntry(.monitoring, "events.title", needs: .readEvents) { TenantPaths($0).events }]
    )
}

/// An event with what its page shows beside it.
struct EventDetails: Sendable {
    let event: StoredEvent
    /// Nil when the event names no user whom the viewer may see.
    let user: User?
    /// The events of the same attempt, oldest first.
    let attempt: [StoredEvent]
    /// What the tenant adds to the event's code.
    let note: CauseNote?
}
