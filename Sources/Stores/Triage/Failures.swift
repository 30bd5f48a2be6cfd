import Database
import Domain
import UseCases

/// Stores what tenants decide about failures, beside the events that it is about, and counts these.
struct Failures: FailureStore {
    /// The number of failures that a reader of a list waits for.
    static let settledTogether = 100
    /// After so many failures that cannot be settled a step of maintenance ends: each may have taken the time of a read.
    static let failedTogether = 3
    /// The number of changes that are kept of one failure; older ones are deleted.
    static let keptChanges = 500

    let access: StoreAccess
    let scan = TriageScan()

    func list(
        _ query: FailureQuery,
        _ request: PageRequest,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FailureListing {
        try await access.readList(tenant) { transaction in
            // A cursor of another list is invalid even for an empty list.
            if let cursor = request.cursor { _ = (try cursor.number(), try cursor.sequence()) }
            guard let number = try Self.number(of: tenant, transaction) else {
                return FailureListing(page: Page(items: [], next: nil), counts: [:], isComplete: true)
            }
            let reader = FailureListReader(query: query, moment: moment, tenant: number)
            return try reader.list(request, transaction)
        }
    }

    func failure(
        _ id: FailureKey.ID,
        _ period: FailurePeriod,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FailureDetail {
        try await access.read(tenant) { transaction in
            let (number, row) = try Self.require(id, in: tenant, transaction)
            let reader = FailureDetailReader(period: period, moment: moment, tenant: number)
            return try reader.detail(row, transaction)
        }
    }

    /// Returns the tenant's number in this database; nil when it has no event yet.
    static func number(of tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> Int? {
        try transaction.value("SELECT number FROM event_tenants WHERE id = \(tenant)")
    }

    /// - Throws: `.notFound(.failure)`
    static func require(
        _ id: FailureKey.ID,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> (tenant: Int, FailureRow) {
        guard let number = try number(of: tenant, transaction),
            let row = try FailureRow.find([id], of: number, transaction).first
        else { throw DomainError.notFound(.failure) }
        return (number, row)
    }

    /// Makes sure that a failure which was looked up is not deleted, because it is about to be named: see
    /// `DictionarySweep`.
    /// - Throws: `.notFound(.failure)` when it has just been deleted.
    static func keep(_ failure: Int, of tenant: Int, _ transaction: any WriteTransaction) throws {
        let kept = try transaction.execute(
            "UPDATE failures SET retired_at = NULL WHERE tenant_id = \(tenant) AND id = \(failure)"
        )
        guard kept == 1 else { throw DomainError.notFound(.failure) }
    }
}

/// Carries out the actions of members.
extension Failures {
    func change(
        _ references: [FailureReference],
        by action: FailureAction,
        of actor: Principal.Kind,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (FailureKey.ID, TriageChange) -> AuditDraft
    ) async throws(DomainError) -> Int {
        try await access.write(tenant) { transaction in
            let ids = references.map(\.id)
            guard let number = try Self.number(of: tenant, transaction) else { throw DomainError.notFound(.failure) }
            let rows = try FailureRow.find(ids, of: number, transaction)
            guard rows.count == Set(ids).count else { throw DomainError.notFound(.failure) }
            let versions = Dictionary(references.map { ($0.id, $0.version) }) { first, _ in first }
            let facts = FailureFactsReader(moment: moment, tenant: number)
            let newest = action == .resolveInNextRelease ? try facts.newestRelease(transaction) : nil
            var changed = 0
            for row in rows {
                if let version = versions[row.id] ?? nil, version != row.triage.version {
                    throw DomainError.conflict(.failureChanged)
                }
                let busiest =
                    action == .archiveUntilEscalating ? try facts.busiestDay(of: row.number, transaction) : 0
                let known = FailureFacts(newestRelease: newest, busiestDay: busiest)
                guard let triage = row.triage.applying(action, known, at: moment) else { continue }
                try Self.keep(row.number, of: number, transaction)
                let change = TriageChange(at: moment, by: actor, from: row.triage, to: triage)
                guard try TriageRow.store(change, triage, of: row.number, number, transaction) else {
                    throw DomainError.conflict(.failureChanged)
                }
                try AuditOutboxRows.put(audit(row.id, change), of: number, transaction)
                changed += 1
            }
            return changed
        }
    }
}

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
