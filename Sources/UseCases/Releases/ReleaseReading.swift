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
        let end = now + .minutes(1)
        // The clock of another node may be ahead, and this one's may have been set back.
        let span = min(end, max(ReleaseAge.start(record.firstSeenAt), now - Self.longest))..<end
        let store = store
        async let ownHours = Self.result { () async throws(DomainError) in
            try await firstHours(of: record, age, in: tenant)
        }
        async let formerHours = Self.result { () async throws(DomainError) in
            try await firstHours(of: previous, age, in: tenant)
        }
        async let month = Self.result { () async throws(DomainError) in
            try await store.outcomes(of: [version], by: [.build, .osVersion], within: span, in: tenant)
        }
        async let summary = Self.result { () async throws(DomainError) in
            try await summaries(of: [record], in: tenant)[0]
        }
        async let users = Self.result { () async throws(DomainError) in
            try await store.users(of: version, at: now, in: tenant)
        }
        let firstCodes = try await store.firstCodes(of: version, in: tenant)
        let (own, former, parts) = (try await ownHours.get(), try await formerHours.get(), try await month.get())
        let rate = own?.rate ?? SuccessRate(successes: 0, results: 0)
        return ReleaseHealth(
            summary: try await summary.get(),
            users: try await users.get(),
            previous: previous,
            age: age,
            rate: rate,
            previousRate: former?.rate,
            comparison: former.map { rate.compared(with: $0.rate) } ?? .unknown,
            finding: ReleaseFinding(own?.rate, hasFormer: previous != nil, former: former?.rate),
            builds: ReleaseParts(parts[0], first: own?.builds) { _ in former?.rate },
            systems: ReleaseParts(parts[1], first: own?.systems) { former?.systems[$0] },
            codes: ReleaseCodes(
                counts: own?.codes ?? [],
                firstSeenHere: Set(firstCodes.map(ByteText.init(_:))),
                former: former?.codes ?? []
            )
        )
    }

    /// Keeps the type of the error, which `async let` would lose.
    private static func result<Value: Sendable>(
        _ read: () async throws(DomainError) -> Value
    ) async -> Result<Value, DomainError> {
        do { return .success(try await read()) } catch { return .failure(error) }
    }

    private struct FirstHours {
        let rate: SuccessRate
        let codes: [ReleaseCodes.Count]
        let builds: Rates
        let systems: Rates
    }

    /// The success rates of the events with each value of a dimension.
    fileprivate struct Rates {
        private let rates: [ByteText?: SuccessRate]
        private let isComplete: Bool

        init(_ list: ReleaseOutcomeList) {
            let pairs = list.parts.map { part in (part.value.map { ByteText($0) }, part.rate) }
            rates = Dictionary(pairs) { first, _ in first }
            isComplete = list.isComplete
        }

        /// Nil for a value that may have been left out.
        subscript(value: String?) -> SuccessRate? {
            rates[value.map { ByteText($0) }] ?? (isComplete ? SuccessRate(successes: 0, results: 0) : nil)
        }
    }

    private func firstHours(
        of record: ReleaseRecord?,
        _ age: ReleaseAge,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FirstHours? {
        guard let record, let range = age.range(of: record.firstSeenAt, now: now()) else { return nil }
        let lists = try await store.outcomes(
            of: [record.version],
            by: [.code, .build, .osVersion],
            within: range,
            in: tenant
        )
        let byCode = lists[0].parts
        var counts: [Outcome: Int] = [:]
        for part in byCode { counts.merge(part.counts, uniquingKeysWith: +) }
        return FirstHours(
            rate: SuccessRate(counts),
            codes: byCode.compactMap { part in
                part.value.map { ReleaseCodes.Count(code: $0, count: part.events) }
            },
            builds: Rates(lists[1]),
            systems: Rates(lists[2])
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
        // The counts are read once, unless there are so many versions that these may have been left out.
        let all = try await store.outcomes(of: nil, by: [.appVersion, .outcome], within: range, in: tenant)
        let outcomes =
            all[0].isComplete
            ? all[0].parts
            : try await store.outcomes(of: versions, by: [.appVersion], within: range, in: tenant)[0].parts
        let counted = Dictionary(
            outcomes.compactMap { part in part.value.map { (ByteText($0), part) } },
            uniquingKeysWith: { first, _ in first }
        )
        let results = all[1].parts.reduce(0) { $0 + $1.rate.results }
        let runs = try await store.runs(of: versions, within: range, in: tenant)
        let installations = try await store.installations(on: now - .days(1), in: tenant)
        let installed = installations.values.reduce(0, +)
        return records.map { record in
            let version = ByteText(record.version)
            let rate = counted[version]?.rate ?? SuccessRate(successes: 0, results: 0)
            let own = installations[version] ?? 0
            return ReleaseSummary(
                record: record,
                signIns: counted[version]?.signIns ?? 0,
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
    public let builds: ReleaseParts
    public let systems: ReleaseParts
    public let codes: ReleaseCodes
}

/// The builds of a release, or the systems that it ran on, those with most events first.
public struct ReleaseParts: Sendable, Hashable {
    public let parts: [ReleasePart]
    /// Whether no rarer value is left out.
    public let isComplete: Bool

    /// - Parameters:
    ///   - outcomes: of the last 30 days.
    ///   - first: the first hours of the release; nil when they are no longer counted.
    ///   - former: the rate of the release before at the same age; nil when there is none, or it is no longer counted.
    fileprivate init(
        _ outcomes: ReleaseOutcomeList,
        first: ReleaseReading.Rates?,
        former: (_ value: String?) -> SuccessRate?
    ) {
        parts = outcomes.parts.map { part in
            ReleasePart(outcomes: part, rate: first?[part.value], previousRate: former(part.value))
        }
        isComplete = outcomes.isComplete
    }
}

/// One build of a release, or one system that it ran on, beside the release before.
public struct ReleasePart: Sendable, Hashable {
    /// Of the last 30 days.
    public let outcomes: ReleaseOutcomes
    /// Of the first hours of the release; nil when they are no longer counted, or too rare to be among those that are.
    public let rate: SuccessRate?
    /// Of the release before at the same age: on the same system, and for a build as a whole.
    public let previousRate: SuccessRate?

    public var comparison: SuccessRate.Comparison {
        guard let rate, let previousRate else { return .unknown }
        return rate.compared(with: previousRate)
    }
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
    /// The token exchanges that the app reports, whatever came of them.
    public let signIns: Int

    public init(value: String?, counts: [Outcome: Int], signIns: Int) {
        self.value = value
        self.counts = counts
        self.signIns = signIns
    }

    public var events: Int { counts.values.reduce(0, +) }
    public var rate: SuccessRate { SuccessRate(counts) }
}

/// How widely a release is used, and how well it works, over the last week.
public struct ReleaseSummary: Sendable, Hashable {
    public let record: ReleaseRecord
    /// The token exchanges that the app reports, whatever came of them.
    public let signIns: Int
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
