import Domain

/// Looks for releases of which many sessions are rejected within minutes, and records each storm as an event of the
/// server, once an hour for each tenant and release.
public struct LogoutStormInspection: Sendable {
    /// How far back rejections are read: longer than the window, so that a turn may be late.
    static let span = LogoutStorm.window + .minutes(5)
    /// The latest rejections of one tenant that are read in one turn.
    static let maximumEvents = 2000

    let recorder: FindingRecorder
    let tenants: any TenantStore
    let now: @Sendable () -> Timestamp

    /// One turn of the timer.
    public func turn() async throws(DomainError) {
        try await TenantTurns(tenants: tenants, storage: recorder.storage).run { tenant throws(DomainError) in
            try await inspect(tenant)
        }
    }

    func inspect(_ tenant: Tenant.ID) async throws(DomainError) {
        let now = now()
        var query = EventQuery(from: now - Self.span, to: now + .minutes(1))
        query.condition = .any(of: LogoutStorm.codes.map { .value($0, of: .code) })
        // The counts say whether there can be a storm.
        let counts = try await recorder.events.counts(
            query,
            by: EventFacet(.code),
            limit: LogoutStorm.codes.count,
            in: tenant
        )
        guard counts.reduce(0, { $0 + $1.count }) >= LogoutStorm.sessions else { return }
        let storms = LogoutStorm.findings(in: try await rejections(query, in: tenant))
        try await recorder.record(storms.map(Self.finding), in: tenant)
    }

    private func rejections(_ query: EventQuery, in tenant: Tenant.ID) async throws(DomainError) -> [StoredEvent] {
        var events: [StoredEvent] = []
        var cursor: Cursor?
        repeat {
            let request = PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor)
            let page = try await recorder.events.page(query, request, in: tenant)
            events += page.items
            cursor = page.next
        } while cursor != nil && events.count < Self.maximumEvents && !Task.isCancelled
        return events
    }

    private static func finding(_ storm: AttemptFinding) -> FindingEvent {
        let content = storm.event.content
        let release = content[.appVersion] ?? ""
        var finding = FindingEvent(storm.code, of: release, inHourOf: content.occurredAt, at: content.stage)
        finding.texts[.appVersion] = release
        return finding
    }
}
