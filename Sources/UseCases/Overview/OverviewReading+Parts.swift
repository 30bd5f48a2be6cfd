import Domain

extension OverviewReading {
    /// Nil when the counts of now cannot be read.
    func comparison(_ period: OverviewPeriod, at now: Timestamp, in tenant: Tenant.ID) async -> StepComparison? {
        async let current = Self.part { try await attempts.outcomes(within: period.range(at: now), in: tenant) }
        async let former = Self.part { try await attempts.outcomes(within: period.former(at: now), in: tenant) }
        guard let counts = await current else { return nil }
        return StepComparison(period, current: counts, former: await former)
    }

    /// What became of the items that apps sent in the last hour.
    func items(at now: Timestamp, in tenant: Tenant.ID) async -> DeliveredItems? {
        await Self.part {
            let outcomes = try await events.outcomes(from: now - .hours(1), to: now + .minutes(1), in: tenant)
            let sent = outcomes.rows.filter { $0.key != nil && $0.items.outcome.isReceived }.map(\.items)
            let rejected = sent.filter { $0.outcome == .limited || $0.outcome == .invalid }
            return DeliveredItems(
                received: sent.reduce(0) { $0 + $1.count },
                rejected: rejected.reduce(0) { $0 + $1.count }
            )
        }
    }

    /// The events of the last minutes that say that Apple did not respond.
    func appleErrors(at now: Timestamp, in tenant: Tenant.ID) async -> Int? {
        await Self.part {
            var query = EventQuery(from: now - Self.appleMemory, to: now + .minutes(1))
            query.condition = .any(of: ChangeReading.appleCodes.map { .value($0, of: .code) })
            let counts = try await events.counts(
                query,
                by: EventFacet(.code),
                limit: ChangeReading.appleCodes.count,
                in: tenant
            )
            return counts.reduce(0) { $0 + $1.count }
        }
    }

    /// The failures that ask for attention, and the users whom they affect.
    /// - Parameter settles: carries out first what events have changed, which may write.
    func openFailures(
        _ period: OverviewPeriod,
        settles: Bool,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async -> (FailureListing?, AffectedUsers?) {
        let query = FailureQuery(period: period.failures, states: Set(FailureState.Name.unsettled), sort: .users)
        let listing = await Self.part {
            if settles { try await failures.settle(nil, at: now, in: tenant) }
            return try await failures.list(query, PageRequest(limit: Self.shown), at: now, in: tenant)
        }
        guard let listing else { return (nil, nil) }
        let users = await Self.part {
            try await failures.users(of: listing.page.items, period.failures, at: now, in: tenant)
        }
        // Those of the failures that are not shown are not counted.
        let isWhole = listing.page.next == nil && listing.isComplete
        return (
            listing,
            users.map {
                AffectedUsers(
                    affected: $0.affected,
                    stillOut: $0.stillOut,
                    isComplete: $0.isComplete && isWhole,
                    isEstimated: $0.isEstimated
                )
            }
        )
    }

    /// Whether the tenant is past its first steps; nil when that cannot be read.
    func hasStarted(_ period: StepComparison?, at now: Timestamp, in tenant: Tenant.ID) async -> Bool? {
        guard let period else { return nil }
        let all = [period.current, period.former].compactMap(\.self)
        let signIns = all.reduce(0) { $0 + $1[.server, .tokenExchange].tries }
        if all.contains(where: { $0.tries(of: .client) > 0 }) || signIns >= OverviewVerdict.usual { return true }
        return await Self.part {
            var query = EventQuery(from: now - Self.memory, to: now + .minutes(1))
            query.source = .client
            return try await !events.counts(query, by: EventFacet(.source), limit: 1, in: tenant).isEmpty
        }
    }

    func checklist(in tenant: Tenant.ID) async -> OverviewChecklist {
        let customers = UserQuery(role: .customer)
        let hasUser = await Self.part {
            try await !users.page(customers, PageRequest(limit: 1), in: tenant).items.isEmpty
        }
        let isConnected = await Self.part { try await apple.isAppleConnected(tenant) }
        return OverviewChecklist(hasUser: hasUser ?? false, isAppleConnected: isConnected ?? false)
    }
}
