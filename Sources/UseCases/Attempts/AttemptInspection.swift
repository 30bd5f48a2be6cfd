import Domain
import Foundation
import Synchronization

/// Looks for contradictions in attempts that are over, and records each as an event of the server.
///
/// Each turn goes on where the last one ended, so that each attempt is inspected once, at the time of its latest event. An
/// attempt whose latest event arrived late waits as long from its arrival. Of the latest attempts those are inspected again
/// of which an event has arrived since.
public struct AttemptInspection: Sendable {
    /// The attempts of one tenant that one turn reads at once, and how often.
    static let attemptsOfPage = 50
    static let pagesOfTurn = 10
    /// How long an attempt must have been without an event, by the time it occurred and by the time it arrived: longer than
    /// every detector waits.
    static let rest = Duration.minutes(11)
    /// How far back the first turn after a start looks.
    static let startSpan = Duration.hours(1)
    /// How far back turns look that could not keep up.
    static let longestSpan = Duration.days(1)
    /// Attempts that cannot be inspected are tried so often before those that fail are left out.
    static let tries = 3
    /// The time from receipt to commit, and the difference between the clocks of nodes.
    static let commitSlack = Duration.seconds(10)

    let reading: AttemptReading
    let recorder: EventRecorder
    let tenants: any TenantStore
    let places = InspectionPlaces()
    let now: @Sendable () -> Timestamp

    /// One turn of the timer: the attempts of each tenant that have come to rest.
    public func turn() async throws(DomainError) {
        try await TenantTurns(tenants: tenants, storage: recorder.storage).run { tenant throws(DomainError) in
            _ = try await inspect(tenant)
        }
    }

    /// - Returns: the number of findings that were recorded now.
    func inspect(_ tenant: Tenant.ID) async throws(DomainError) -> Int {
        let now = now()
        var place = place(of: tenant, now - Self.rest)
        do throws(DomainError) {
            let count = try await inspect(tenant, at: now, &place)
            place.failures = 0
            place.inspectedAt = now
            places[tenant] = place
            return count
        } catch {
            place.failures += 1
            places[tenant] = place
            throw error
        }
    }

    /// - Returns: the number of findings that were recorded now.
    private func inspect(
        _ tenant: Tenant.ID,
        at now: Timestamp,
        _ place: inout InspectionPlaces.Place
    ) async throws(DomainError) -> Int {
        let end = now - Self.rest
        let start = place.cursor.time
        let leavesOut = place.failures >= Self.tries - 1
        let due = place.waiting.due(at: now)
        var count = try await record(due, leavesOut: leavesOut, in: tenant)
        place.waiting.remove(due)
        for _ in 0..<Self.pagesOfTurn {
            let page = try await page(place.cursor, in: tenant)
            let rested = page.items.filter { Self.latest($0) < end && !place.waiting.add($0, at: now) }
            count += try await record(rested.map(\.attempt), leavesOut: leavesOut, in: tenant)
            let next = page.previous.flatMap { $0.time < end ? $0 : nil }
            place.cursor = next ?? .time(end, .backward)
            if next == nil { break }
        }
        guard let inspectedAt = place.inspectedAt else { return count }
        let late = try await page(.time(end, .forward), in: tenant).items.filter { attempt in
            guard Self.latest(attempt) <= start, let receivedAt = WaitingAttempts.lastReceived(of: attempt) else {
                return false
            }
            return receivedAt >= inspectedAt - Self.commitSlack && !place.waiting.add(attempt, at: now)
        }
        return count + (try await record(late.map(\.attempt), leavesOut: leavesOut, in: tenant))
    }

    private func place(of tenant: Tenant.ID, _ end: Timestamp) -> InspectionPlaces.Place {
        guard var place = places[tenant] else {
            return InspectionPlaces.Place(cursor: .time(end - Self.startSpan, .backward))
        }
        if place.cursor.time < end - Self.longestSpan { place.cursor = .time(end - Self.longestSpan, .backward) }
        return place
    }

    private func page(_ cursor: Cursor, in tenant: Tenant.ID) async throws(DomainError) -> Page<AttemptEvents> {
        let request = PageRequest(limit: Self.attemptsOfPage, cursor: cursor)
        return try await reading.store.page(AttemptFilter(), request, in: tenant)
    }

    private static func latest(_ attempt: AttemptEvents) -> Timestamp {
        attempt.events.map(\.content.occurredAt).max() ?? Timestamp(milliseconds: 0)
    }

    /// - Parameter leavesOut: leaves out attempts that cannot be inspected, instead of failing.
    /// - Returns: the number of findings that were recorded now.
    private func record(_ attempts: [TraceID], leavesOut: Bool, in tenant: Tenant.ID) async throws(DomainError) -> Int {
        var events: [DecodedEvent] = []
        for attempt in attempts {
            do throws(DomainError) {
                events += try await findings(in: attempt, of: tenant)
            } catch .notFound {
                // Its events may have been deleted meanwhile.
                continue
            } catch { if !leavesOut { throw error } }
        }
        if !events.isEmpty { try await recorder.record(events, in: tenant) }
        return events.count
    }

    private func findings(in attempt: TraceID, of tenant: Tenant.ID) async throws(DomainError) -> [DecodedEvent] {
        let timeline = try await reading.timeline(of: attempt, in: tenant)
        // Each failed request of an app without traces has an attempt, and what happened around them would be found in each.
        let isNamed = timeline.steps.contains {
            $0.join == .byAttempt && !$0.event.isFinding && $0.content.namedAttempt != nil
        }
        guard isNamed else { return [] }
        let recorded = AttemptDetectors.recorded(in: timeline)
        let evidence = try await reading.evidence(for: timeline, readsSession: true, in: tenant)
        return AttemptDetectors.findings(in: evidence).filter { !recorded.contains($0.code) }.map {
            Self.event(of: $0, in: timeline, of: tenant)
        }
    }

    private static func event(
        of finding: AttemptFinding,
        in timeline: AttemptTimeline,
        of tenant: Tenant.ID
    ) -> DecodedEvent {
        let content = finding.event.content
        var texts = EventTexts()
        for dimension in [EventDimension.appVersion, .osVersion, .deviceModel, .platform, .environment, .provider] {
            texts[dimension] = content[dimension]
        }
        // An event of the server is believed, so it names no user whom only a client claims to be.
        let confirming = timeline.steps.first { step in
            step.content.source == .server && step.content.outcome == .success
                && step.join.confidence == .certain && step.content[.user] != nil
        }
        texts[.user] = confirming?.content[.user]
        texts[.session] = confirming?.content[.session]
        let recorded = FindingEvent(
            code: finding.code,
            key: Data(timeline.attempt.bytes),
            occurredAt: content.occurredAt,
            stage: content.stage,
            texts: texts,
            attempt: timeline.attempt
        )
        return recorded.event(in: tenant)
    }
}

extension Cursor {
    /// The time of a place in a list of attempts.
    fileprivate var time: Timestamp { Timestamp(milliseconds: Int64(key) ?? 0) }
}

/// Says how far the attempts of each tenant have been inspected. It is in memory: after a restart, and on a node that takes
/// over, some attempts are inspected again, which records nothing twice.
final class InspectionPlaces: Sendable {
    struct Place {
        /// Where the next turn begins.
        var cursor: Cursor
        /// When the last complete turn began; nil before the first.
        var inspectedAt: Timestamp?
        /// The attempts whose latest event arrived late.
        var waiting = WaitingAttempts()
        /// How often the attempts at the cursor could not be inspected.
        var failures = 0
    }

    private let places = Mutex<[Tenant.ID: Place]>([:])

    subscript(tenant: Tenant.ID) -> Place? {
        get { places.withLock { $0[tenant] } }
        set { places.withLock { $0[tenant] = newValue } }
    }
}

/// The attempts of one tenant that are inspected later, because their latest event arrived a short time ago.
struct WaitingAttempts {
    /// Beyond these, attempts are inspected at once.
    static let limit = 1_000

    private var dueTimes: [TraceID: Timestamp] = [:]

    /// When the latest event was received, apart from recorded contradictions.
    static func lastReceived(of attempt: AttemptEvents) -> Timestamp? {
        attempt.events.filter { !$0.isFinding }.map(\.receivedAt).max()
    }

    /// Adds an attempt that must wait.
    ///
    /// - Returns: whether it waits; otherwise it can be inspected now.
    mutating func add(_ attempt: AttemptEvents, at now: Timestamp) -> Bool {
        guard let receivedAt = Self.lastReceived(of: attempt) else { return false }
        let due = receivedAt + AttemptInspection.rest
        guard due > now, dueTimes[attempt.attempt] != nil || dueTimes.count < Self.limit else { return false }
        dueTimes[attempt.attempt] = due
        return true
    }

    /// - Returns: those whose time has come, the longest due first: as many as one turn inspects.
    func due(at now: Timestamp) -> [TraceID] {
        let due = dueTimes.filter { $0.value <= now }.sorted { $0.value < $1.value }.map(\.key)
        return Array(due.prefix(AttemptInspection.attemptsOfPage * AttemptInspection.pagesOfTurn))
    }

    mutating func remove(_ attempts: [TraceID]) {
        for attempt in attempts { dueTimes[attempt] = nil }
    }
}
