import Domain

/// Reads whether sign-in works, from counts; the numbers of users alone are from rows.
///
/// The parts are read concurrently. One that cannot be read is left out: during an outage the others are needed most.
public struct OverviewReading: Sendable {
    /// How long Apple counts as down after an event that says that it did not respond.
    public static let appleMemory = Duration.minutes(15)
    /// The failures and the changes that are shown.
    public static let shown = 6
    /// How far back an app's first event is sought.
    static let memory = Duration.days(400)

    let attempts: any AttemptStore
    let events: any EventStore & EventAnalysisStore
    let failures: any FailureStore
    let users: any UserStore
    let apple: any AppleConnectionLookup
    let changes: ChangeReading
    let now: @Sendable () -> Timestamp

    /// - Parameter access: the caller's permissions in the tenant of the grant: they say which changes are shown.
    public func overview(_ period: OverviewPeriod, access: Access, grant: Grant<ReadEvents>) async -> Overview {
        let (tenant, now) = (grant.tenant, now())
        let request = PageRequest(limit: Self.shown)
        async let chart = chart(period.range(at: now), access: access, grant: grant)
        async let shownChanges = Self.part { try await changes.page(request, access: access, grant: grant).items }
        let (facts, listing, users) = await facts(period, settles: true, at: now, in: tenant)
        let verdict = OverviewVerdict(facts)
        return Overview(
            period: period,
            facts: facts,
            verdict: verdict,
            common: await common(verdict, at: now, in: tenant),
            histogram: await chart.histogram,
            chartChanges: await chart.changes,
            changes: await shownChanges,
            failures: listing,
            users: users,
            checklist: verdict == .justStarted ? await checklist(in: tenant) : nil
        )
    }

    /// The same without what changed and what the failed tries have in common, and without a write: one of many tenants.
    func brief(_ period: OverviewPeriod, in tenant: Tenant.ID) async -> Overview {
        let now = now()
        async let histogram = histogram(period.range(at: now), in: tenant)
        let (facts, listing, users) = await facts(period, settles: false, at: now, in: tenant)
        return Overview(
            period: period,
            facts: facts,
            verdict: OverviewVerdict(facts),
            histogram: await histogram,
            failures: listing,
            users: users
        )
    }

    /// The events over time, and what changed meanwhile.
    private func chart(
        _ range: Range<Timestamp>,
        access: Access,
        grant: Grant<ReadEvents>
    ) async -> (histogram: EventHistogram?, changes: Page<NotableChange>?) {
        let histogram = await histogram(range, in: grant.tenant)
        guard let time = histogram?.time else { return (histogram, nil) }
        return (histogram, await changes.within(time, access: access, grant: grant))
    }

    private func histogram(_ range: Range<Timestamp>, in tenant: Tenant.ID) async -> EventHistogram? {
        let query = EventQuery(from: range.lowerBound, to: range.upperBound)
        return await Self.part { try await events.histogram(query, in: tenant) }
    }

    /// What decides the verdict, and the failures and users that it names.
    private func facts(
        _ period: OverviewPeriod,
        settles: Bool,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async -> (OverviewFacts, FailureListing?, AffectedUsers?) {
        async let open = openFailures(period, settles: settles, at: now, in: tenant)
        async let current = comparison(period, at: now, in: tenant)
        async let hour = period == .hour ? nil : comparison(.hour, at: now, in: tenant)
        async let items = items(at: now, in: tenant)
        async let appleErrors = appleErrors(at: now, in: tenant)

        let (listing, users) = await open
        let (comparison, lastHour) = await (current, hour)
        let facts = OverviewFacts(
            now: now,
            hasStarted: await hasStarted(comparison, at: now, in: tenant),
            period: comparison,
            lastHour: lastHour ?? (comparison?.period == .hour ? comparison : nil),
            items: await items,
            appleErrors: await appleErrors,
            failures: listing?.page.items.map { OverviewFailure($0) }
        )
        return (facts, listing, users)
    }

    /// Returns nil for what cannot be read at the moment.
    static func part<Value: Sendable>(_ read: () async throws -> Value) async -> Value? {
        try? await read()
    }
}

extension OverviewFailure {
    init(_ failure: FailureSummary) {
        let returned: Timestamp? =
            if case .regressed = failure.triage.state { failure.triage.since } else { nil }
        self.init(id: failure.id, key: failure.key, users: failure.users, since: returned ?? failure.firstSeen)
    }
}
