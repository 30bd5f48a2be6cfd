import Domain

/// Opens a failure when the share of cancellations or of wrong passwords rises: neither of them opens one by itself.
///
/// The results of the last hour are compared with those of the days before, stage by stage, from the counts of events. A
/// rise is recorded as an event of the server, once an hour for each tenant, rate and stage.
public struct RateInspection: Sendable {
    static let recent = Duration.hours(1)
    static let formerDays: Int64 = 7

    let store: any AttemptStore
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
        let start = now - Self.recent
        let recent = try await store.results(within: [start..<now], in: tenant)
        let candidates = WatchedRate.allCases.flatMap { rate in
            recent.filter { RateRise.canRise($0.share(of: rate)) }.map { Candidate(rate: rate, results: $0) }
        }
        // Most tenants end here, most of the time.
        guard !candidates.isEmpty else { return }
        let hour = start.startOfHour
        let former = try await store.results(within: [hour - .days(Self.formerDays)..<hour], in: tenant)
        let sameHours = try await store.results(within: Self.sameHours(before: hour), in: tenant)
        // App and server may both report a rise, which is recorded once.
        let findings = candidates.compactMap { candidate in
            candidate.rise(from: former, sameHours: sameHours).map { Self.finding(candidate, $0, at: now) }
        }
        try await recorder.record(findings, in: tenant)
    }

    /// A rate at a stage that has enough results to be compared.
    private struct Candidate {
        let rate: WatchedRate
        let results: StepResults

        func rise(from former: [StepResults], sameHours: [StepResults]) -> RateRise? {
            RateRise(recent: results.share(of: rate), former: share(in: former), sameHours: share(in: sameHours))
        }

        private func share(in all: [StepResults]) -> Share {
            all.first { $0.source == results.source && $0.stage == results.stage }?.share(of: rate) ?? Share(0, of: 0)
        }
    }

    /// The hours of the days before that the last hour lies in. Shares that depend on the time of day are usual then.
    private static func sameHours(before hour: Timestamp) -> [Range<Timestamp>] {
        (1...formerDays).map { day in hour - .days(day)..<hour - .days(day) + .hours(2) }
    }

    private static func finding(_ candidate: Candidate, _ rise: RateRise, at now: Timestamp) -> FindingEvent {
        let stage = candidate.results.stage
        var finding = FindingEvent(candidate.rate.code, of: stage.rawValue, inHourOf: now, at: stage)
        finding.attributes = [
            EventAttribute("rate.count", .integer(Int64(rise.recent.count))),
            EventAttribute("rate.results", .integer(Int64(rise.recent.total))),
            EventAttribute("rate.former_count", .integer(Int64(rise.former.count))),
            EventAttribute("rate.former_results", .integer(Int64(rise.former.total))),
        ]
        return finding
    }
}
