import Domain
import Foundation

/// Reads attempts: the events of clients and of the server on one time line.
public struct AttemptReading: Sendable {
    /// The attempts on one page of a list.
    public static let pageLimit = 50
    /// The pages of the store that one page of attempts that never arrived is sought in.
    static let pagesAtOnce = 5
    /// The attempts of the same installation before and after one.
    public static let neighbours = 20
    /// The events without the attempt's id that are looked at for each session, installation and user.
    static let candidates = 200
    /// The events that are looked at for each request.
    static let ofRequest = 50
    /// The attempts of one reference that are found.
    static let ofReference = 20
    /// How far before and after an event others with its code are counted.
    static let spreadSpan = Duration.hours(12)
    /// The events before the attempt that detectors look at.
    static let history = 100

    let store: any AttemptStore
    let sessions: any AttemptSessionStore
    let now: @Sendable () -> Timestamp

    /// Returns a page of attempts, latest first. A page may have fewer attempts than asked for, and a further one.
    public func page(
        _ filter: AttemptFilter,
        _ request: PageRequest,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<AttemptSummary> {
        try await summaries(filter, request, in: grant.tenant)
    }

    /// Returns one attempt.
    /// - Parameter sessions: shows the session of the attempt; detectors that need its state find nothing without it.
    /// - Throws: `.notFound(.attempt)`
    public func details(
        of attempt: TraceID,
        grant: Grant<ReadEvents>,
        sessions: Grant<ReadSessions>?
    ) async throws(DomainError) -> AttemptDetails {
        let tenant = grant.tenant
        let samples = try await store.samples(before: now(), in: tenant)
        let timeline = try await timeline(of: attempt, usual: UsualDurations(samples), readsRequests: true, in: tenant)
        let evidence = try await evidence(
            for: timeline,
            readsSession: sessions != nil,
            guesses: try await guesses(around: timeline, in: tenant),
            spread: try await spread(of: timeline, in: tenant),
            in: tenant
        )
        let neighbours = try await neighbours(of: timeline, in: tenant)
        return AttemptDetails(
            timeline: timeline,
            findings: AttemptDetectors.findings(in: evidence),
            verdict: evidence.verdict,
            earlier: neighbours.earlier,
            later: neighbours.later,
            session: evidence.session,
            failure: try await failure(of: timeline, in: tenant)
        )
    }

    /// Returns the attempts that a reference stands for, those with the latest events first.
    public func attempts(
        _ reference: AttemptReference,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> [ReferencedAttempt] {
        try await store.attempts(reference, limit: Self.ofReference, in: grant.tenant)
    }

    /// Returns the event that tells most about a request: one of the server, with an attempt.
    /// - Parameter id: the request's id, as in the field `X-Request-Id` of its answer.
    /// - Returns: nil for a request that no event names.
    public func event(ofRequest id: UUID, grant: Grant<ReadEvents>) async throws(DomainError) -> StoredEvent? {
        let found = try await self.events(ofRequests: [id], in: grant.tenant)
        func rank(_ event: StoredEvent) -> Int {
            (event.content.source == .server ? 2 : 0) + (event.content.attempt != nil ? 1 : 0)
        }
        return found.max { rank($0) < rank($1) }
    }

    private func events(ofRequests ids: [UUID], in tenant: Tenant.ID) async throws(DomainError) -> [StoredEvent] {
        try await foundInTime { () async throws(DomainError) -> [StoredEvent] in
            try await store.events(ofRequests: ids, limit: Self.ofRequest, in: tenant)
        } ?? []
    }

    /// Runs a search on which the rest of an attempt does not depend.
    /// - Returns: nil for one that takes too long.
    private func foundInTime<Found>(
        _ search: () async throws(DomainError) -> Found
    ) async throws(DomainError) -> Found? {
        do throws(DomainError) {
            return try await search()
        } catch {
            guard case .invalid = error else { throw error }
            return nil
        }
    }

    private func failure(
        of timeline: AttemptTimeline,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FailureKey.ID? {
        guard let broken = timeline.ending.broken else { return nil }
        return try await store.failure(of: broken, in: tenant)
    }

    /// - Parameter readsRequests: joins events of the same requests too, which no index finds.
    func timeline(
        of attempt: TraceID,
        usual: UsualDurations = .unknown,
        readsRequests: Bool = false,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AttemptTimeline {
        let found = try await store.events(of: attempt, in: tenant)
        var events = found.events.map { JoinedEvent($0, by: .byAttempt) }
        if let anchor = AttemptAnchor(attempt, found.events) {
            var candidates = try await store.candidates(for: anchor, limit: Self.candidates, in: tenant)
            if readsRequests, found.leftOut == nil {
                let known = Set((found.events + candidates).map(\.reference))
                candidates += try await self.events(ofRequests: anchor.requestIDs, in: tenant)
                    .filter { !known.contains($0.reference) }
            }
            // Joined to an attempt with very many events, further ones would only hide which are left out.
            if found.leftOut == nil { events += anchor.joins(among: candidates) }
        }
        return AttemptTimeline(attempt, events, leftOut: found.leftOut, usual: usual, now: now())
    }

    func evidence(
        for timeline: AttemptTimeline,
        readsSession: Bool,
        guesses: [StoredEvent] = [],
        spread: CauseSpread? = nil,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AttemptEvidence {
        var session: AttemptSession?
        if readsSession, let id = timeline.session { session = try await sessions.session(id, in: tenant) }
        return AttemptEvidence(
            timeline,
            session: session,
            earlier: try await history(of: timeline, in: tenant),
            guesses: guesses,
            spread: spread,
            now: now()
        )
    }

    private func spread(of timeline: AttemptTimeline, in tenant: Tenant.ID) async throws(DomainError) -> CauseSpread? {
        guard let event = AttemptVerdict.subject(of: timeline), event.code != nil else { return nil }
        let time = event.content.occurredAt
        return try await foundInTime { () async throws(DomainError) -> CauseSpread in
            try await store.spread(of: event, within: time - Self.spreadSpan..<time + Self.spreadSpan, in: tenant)
        }
    }

    /// Returns the wrong passwords of other attempts for the accounts that this one tried.
    private func guesses(
        around timeline: AttemptTimeline,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent] {
        let searches = AttemptVerdict.guesses(around: timeline)
        guard !searches.isEmpty else { return [] }
        let found = try await foundInTime { () async throws(DomainError) -> [StoredEvent] in
            try await store.guesses(searches, limit: Self.history, in: tenant)
        }
        // Those that may be steps of this attempt, by their user alone, are of others.
        let own = Set(timeline.ownSteps.map(\.event.reference))
        return (found ?? []).filter { !own.contains($0.reference) }
    }

    private func history(of timeline: AttemptTimeline, in tenant: Tenant.ID) async throws(DomainError) -> [StoredEvent]
    {
        guard let first = timeline.steps.first?.event.content.occurredAt else { return [] }
        let filter = AttemptFilter(user: timeline.value(of: .user), installation: timeline.value(of: .installation))
        return try await store.events(of: filter, before: first, limit: Self.history, in: tenant)
    }

    private func neighbours(
        of timeline: AttemptTimeline,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (earlier: [AttemptSummary], later: [AttemptSummary]) {
        let times = timeline.steps.filter { $0.join == .byAttempt }.map(\.event.content.occurredAt)
        guard let installation = timeline.value(of: .installation), let first = times.min(), let last = times.max()
        else { return ([], []) }
        let filter = AttemptFilter(installation: installation)
        let before = PageRequest(limit: Self.neighbours, cursor: .time(first, .forward))
        let after = PageRequest(limit: Self.neighbours, cursor: .time(last + .milliseconds(1), .backward))
        func found(_ request: PageRequest) async throws(DomainError) -> [AttemptSummary] {
            let page = try await foundInTime { () async throws(DomainError) -> Page<AttemptSummary> in
                try await summaries(filter, request, in: tenant)
            }
            return page?.items.filter { $0.attempt != timeline.attempt } ?? []
        }
        return (try await found(before), try await found(after).reversed())
    }

    private func summaries(
        _ filter: AttemptFilter,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AttemptSummary> {
        var next = PageRequest(limit: min(request.limit, Self.pageLimit), cursor: request.cursor)
        for _ in 1..<Self.pagesAtOnce where !filter.neverArrived.isEmpty {
            let page = try await shown(filter, next, in: tenant)
            let isBackward = next.cursor?.direction == .backward
            guard page.items.isEmpty, !page.isPartial, let cursor = isBackward ? page.previous : page.next else {
                return page
            }
            next = PageRequest(limit: next.limit, cursor: cursor)
        }
        return try await shown(filter, next, in: tenant)
    }

    private func shown(
        _ filter: AttemptFilter,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AttemptSummary> {
        let now = now()
        let page = try await store.page(filter, request, in: tenant)
        return Page(
            items: page.items.compactMap { AttemptSummary($0, now: now) }.filter { attempt in
                // The store finds attempts that may be meant: how one ended, its events tell together.
                filter.neverArrived.isEmpty || attempt.neverArrived.map(filter.neverArrived.contains) == true
            },
            next: page.next,
            previous: page.previous,
            isPartial: page.isPartial
        )
    }
}

extension Cursor {
    /// The place in a list of attempts just before all events at `time`, in the order of time.
    static func time(_ time: Timestamp, _ direction: Direction) -> Cursor {
        Cursor(direction: direction, key: String(time.milliseconds), id: [UInt8](repeating: 0, count: 8))
    }
}

/// Reads the session that came of an attempt.
public protocol AttemptSessionStore: Sendable {
    /// - Returns: nil for a session that this tenant does not have, or has no more.
    func session(_ id: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> AttemptSession?
}
