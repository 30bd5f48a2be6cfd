import Database
import Domain
import UseCases

extension Failures {
    func people(
        of failures: [FailureSummary],
        _ period: FailurePeriod,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> PeopleCount {
        guard !failures.isEmpty else { return .none }
        return try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return .none }
            let rows = try FailureRow.find(failures.map(\.id), of: number, transaction)
            let counts = Dictionary(failures.map { ($0.id, $0.count) }) { first, _ in first }
            let people = FailurePeople(
                tenant: number,
                from: FailureTallies(period: period, moment: moment, tenant: number).from,
                release: nil,
                bounds: .ofList(of: failures.count)
            )
            return try people.together(
                rows.map { ($0.number, $0.key.stage, counts[$0.id] ?? 0) },
                isWhole: true,
                transaction
            )
        }
    }
}
