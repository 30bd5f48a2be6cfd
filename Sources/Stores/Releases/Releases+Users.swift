import Database
import Domain

extension Releases {
    /// The failures of one release whose users are counted: those with most events.
    static let failures = 20

    func users(of version: String, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> AffectedUsers {
        try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return .none }
            let tallies = FailureTallies(period: .week, now: now, tenant: number, shapes: shapes, release: version)
            let top = try tallies.top(code: nil, limit: Self.failures + 1, transaction)
            let counter = AffectedUserCounter(tenant: number, from: tallies.from, release: version)
            return try counter.together(
                top.prefix(Self.failures).map(\.failure),
                isWhole: top.count <= Self.failures,
                transaction
            )
        }
    }
}
