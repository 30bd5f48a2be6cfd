import Domain

/// Moves audit entries of changes in the events database to the audit trail, which is in the control database.
///
/// There is no transaction over both databases. So the entry is stored in the transaction of its change, and moved right
/// after it: by the request, or by the timer when the control database cannot be reached. Each arrives once, also when the
/// process ends in between.
public struct AuditOutbox: Sendable {
    /// The number of entries that are moved in one transaction.
    static let step = 100
    /// How long the trail remembers the ids of entries that arrived, so that none is appended twice.
    static let memory = Duration.days(30)

    let store: any AuditOutboxStore
    let audit: any AuditStore

    /// Entries that this version cannot read wait on, and do not keep back others.
    /// - Throws: `.unavailable` when some wait on.
    public func deliver(in tenant: Tenant.ID) async throws(DomainError) {
        var place = WaitingAuditEntry.Place.start
        var areAllReadable = true
        while true {
            let entries = try await store.waiting(in: tenant, after: place, limit: Self.step)
            let readable = entries.filter { $0.draft != nil }
            if !readable.isEmpty {
                try await audit.receive(readable, in: tenant)
                try await store.remove(readable.map(\.id), in: tenant)
            }
            areAllReadable = areAllReadable && readable.count == entries.count
            guard entries.count == Self.step, let last = entries.last else { break }
            place = last.place
        }
        guard areAllReadable else { throw .unavailable(retryAfter: .minutes(1)) }
    }

    /// Delivers those of all tenants. One that cannot be delivered does not keep back those of other tenants.
    /// - Throws: the first error, at the end.
    public func deliverAll() async throws(DomainError) {
        var failure: DomainError?
        for tenant in try await store.tenants() {
            do throws(DomainError) { try await deliver(in: tenant) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

/// Stores waiting audit entries. Those who store a change put them there, in its transaction.
public protocol AuditOutboxStore: Sendable {
    /// The tenants with waiting entries.
    func tenants() async throws(DomainError) -> [Tenant.ID]
    /// Returns the oldest first.
    func waiting(
        in tenant: Tenant.ID,
        after place: WaitingAuditEntry.Place,
        limit: Int
    ) async throws(DomainError) -> [WaitingAuditEntry]
    func remove(_ ids: [WaitingAuditEntry.ID], in tenant: Tenant.ID) async throws(DomainError)
}
