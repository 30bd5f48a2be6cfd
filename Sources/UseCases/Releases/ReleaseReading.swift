import Domain
import StrictJSON

/// Reads how releases of the tenant's app do.
public struct ReleaseReading: Sendable {
    /// What a list says of a release is of this long.
    public static let recent = Duration.days(7)
    /// The longest time over which the builds and systems of one release are counted.
    public static let longest = Duration.days(30)

    let store: any ReleaseStore
    let now: @Sendable () -> Timestamp

    /// Returns a page, latest first.
    public func page(
        _ request: PageRequest,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<ReleaseSummary> {
        let page = try await store.page(request, in: grant.tenant)
        let summaries = try await summaries(of: page.items, in: grant.tenant)
        return Page(items: summaries, next: page.next, previous: page.previous)
    }

    /// - Throws: `.notFound(.release)`
    public func health(of version: String, grant: Grant<ReadEvents>) async throws(DomainError) -> ReleaseHealth {
        let (tenant, now) = (grant.tenant, now())
        let record = try await store.release(version, in: tenant)
        let previous = try await store.release(before: record, in: tenant)
        let age = ReleaseAge(firstSeenAt: record.firstSeenAt, now: now)
        let own = try await firstHours(of: record, age, in: tenant)
        let former = try await firstHours(of: previous, age, in: tenant)
        let rate = own?.rate ?? SuccessRate(successes: 0, results: 0)
        let end = now + .minutes(1)
        // The clock of another node may be ahead, and this one's may have been set back.
        let span = min(end, max(ReleaseAge.start(record.firstSeenAt), now - Self.longest))..<end
        return ReleaseHealth(
            summary: try await summaries(of: [record], in: tenant)[0],
            users: try await store.users(of: version, at: now, in: tenant),
            previous: previous,
            age: age,
            rate: rate,
            previousRate: former?.rate,
            comparison: former.map { rate.compared(with: $0.rate) } ?? .unknown,
            finding: ReleaseFinding(own?.rate, hasFormer: previous != nil, former: former?.rate),
            builds: try await store.outcomes(of: [version], by: .build, within: span, in: tenant),
            systems: try await store.outcomes(of: [version], by: .osVersion, within: span, in: tenant),
            codes: ReleaseCodes(
                counts: own?.codes ?? [],
                firstSeenHere: Set(try await store.firstCodes(of: version, in: tenant).map(ByteText.init(_:))),
                former: former?.codes ?? []
            )
        )
    }

    private struct FirstHours {
        let rate: SuccessRate
        let codes: [ReleaseCodes.Count]
    }

    private func firstHours(
        of record: ReleaseRecord?,
        _ age: ReleaseAge,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FirstHours? {
        guard let record, let range = age.range(of: record.firstSeenAt, now: now()) else { return nil }
        let byCode = try await store.outcomes(of: [record.version], by: .code, within: range, in: tenant).parts
        var counts: [Outcome: Int] = [:]
        for part in byCode { counts.merge(part.counts, uniquingKeysWith: +) }
        return FirstHours(
            rate: SuccessRate(counts),
            codes: byCode.compactMap { part in
                part.value.map { ReleaseCodes.Count(code: $0, count: part.events) }
            }
        )
    }

    private func summaries(
        of records: [ReleaseRecord],
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ReleaseSummary] {
        guard !records.isEmpty else { return [] }
        let now = now()
        let range = now - Self.recent..<now + .minutes(1)
        let versions = records.map(\.version)
        let outcomes = try await store.outcomes(of: versions, by: .appVersion, within: range, in: tenant).parts
        let rates = Dictionary(
            outcomes.compactMap { part in part.value.map { (ByteText($0), part.rate) } },
            uniquingKeysWith: { first, _ in first }
        )
        let all = try await store.outcomes(of: nil, by: .outcome, within: range, in: tenant).parts
        let results = all.reduce(0) { $0 + $1.rate.results }
        let runs = try await store.runs(of: versions, within: range, in: tenant)
        let installations = try await store.installations(on: now - .days(1), in: tenant)
        let installed = installations.values.reduce(0, +)
        return records.map { record in
            let version = ByteText(record.version)
            let rate = rates[version] ?? SuccessRate(successes: 0, results: 0)
            let own = installations[version] ?? 0
            return ReleaseSummary(
                record: record,
                rate: rate,
                share: results > 0 ? Double(rate.results) / Double(results) : nil,
                runs: runs[version] ?? [:],
                installations: installed > 0 ? own : nil,
                adoption: installed > 0 ? Double(own) / Double(installed) : nil
            )
        }
    }
}

/// A release beside the one before.
public struct ReleaseHealth: Sendable {
    public let summary: ReleaseSummary
    /// Of all failures of the release in the last seven days.
    public let users: AffectedUsers
    public let previous: ReleaseRecord?
    /// The first hours of both, which are compared.
    public let age: ReleaseAge
    public let rate: SuccessRate
    /// Nil without a release before, or when its first hours are no longer counted.
    public let previousRate: SuccessRate?
    public let comparison: SuccessRate.Comparison
    public let finding: ReleaseFinding
    public let builds: ReleaseOutcomeList
    public let systems: ReleaseOutcomeList
    public let codes: ReleaseCodes
}

/// The outcomes of events by the values of a dimension, most frequent first.
public struct ReleaseOutcomeList: Sendable, Hashable {
    public let parts: [ReleaseOutcomes]
    /// Whether no rarer value is left out.
    public let isComplete: Bool

    public init(parts: [ReleaseOutcomes], isComplete: Bool) {
        self.parts = parts
        self.isComplete = isComplete
    }
}

/// The outcomes of the events that have one value of a dimension.
public struct ReleaseOutcomes: Sendable, Hashable {
    public let value: String?
    public let counts: [Outcome: Int]

    public init(value: String?, counts: [Outcome: Int]) {
        self.value = value
        self.counts = counts
    }

    public var events: Int { counts.values.reduce(0, +) }
    public var rate: SuccessRate { SuccessRate(counts) }
}

/// How widely a release is used, and how well it works, over the last week.
public struct ReleaseSummary: Sendable, Hashable {
    public let record: ReleaseRecord
    public let rate: SuccessRate
    /// The part of all results of the tenant's releases, from 0 to 1; nil without a result.
    public let share: Double?
    public let runs: [AppRunOutcome: Int]
    /// The installations with runs on the last whole day; nil when no installation of the tenant had any.
    public let installations: Int?
    /// The part of all installations, from 0 to 1.
    public let adoption: Double?

    public var runTotal: Int { runs.values.reduce(0, +) }
}
