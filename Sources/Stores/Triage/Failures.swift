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
