import Database
import Domain
import UseCases

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
