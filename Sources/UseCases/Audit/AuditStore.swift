import Domain
import Foundation

/// Stores audit entries.
public protocol AuditStore: Sendable {
    /// Returns a page, newest first; the cursor's key is the sequence number.
    func page(
        _ request: PageRequest,
        filter: AuditFilter,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AuditEntry>
    /// Returns the latest entries of each of some actions, up to a time; in no order.
    /// - Parameters:
    ///   - sequence: of the entries at that very time those before it.
    ///   - limit: how many entries of each action at most.
    func latest(
        of actions: [AuditEntry.Action],
        until time: Timestamp,
        before sequence: Int64,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [AuditEntry]
    /// Appends an entry that belongs to no other change.
    func append(_ draft: AuditDraft, in tenant: Tenant.ID) async throws(DomainError)
    /// Appends entries that waited beside their change, except those that arrived before.
    func receive(_ entries: [WaitingAuditEntry], in tenant: Tenant.ID) async throws(DomainError)
    /// Deletes some ids of entries that arrived before a time.
    /// - Returns: their number.
    func forgetReceived(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int
    /// Checks the whole chain.
    func verify(_ tenant: Tenant.ID, anchor: AuditHead?) async throws(DomainError) -> AuditVerdict
    /// Checks the entries after `head`, as many as one read may take.
    func walk(_ tenant: Tenant.ID, from head: AuditHead) async throws(DomainError) -> AuditWalk
    func head(of tenant: Tenant.ID) async throws(DomainError) -> AuditHead
    /// The heads of all chains, the installation's own included.
    func heads() async throws(DomainError) -> [Tenant.ID: AuditHead]
}

/// The end of a chain: the number and hash of its last entry.
public struct AuditHead: Sendable, Hashable {
    public let sequence: Int64
    public let hash: Data

    public init(sequence: Int64, hash: Data) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The head before the first entry.
    public static let start = AuditHead(sequence: 0, hash: Data(repeating: 0, count: 32))
}

/// The result of checking a chain.
public enum AuditVerdict: Sendable, Hashable {
    case whole(entries: Int64)
    /// The first entry that was changed, or is missing.
    case broken(at: Int64)
    /// The chain ends before an entry that was anchored outside the database.
    case truncated(anchored: Int64, found: Int64)
}

/// A part of a chain that was checked.
public struct AuditWalk: Sendable {
    /// The last entry that is intact.
    public var last: AuditHead
    /// By the number of the entry; of as many as one read may take.
    public var hashes: [Int64: Data] = [:]
    /// The first entry that was changed, or is missing before another one.
    public var broken: Int64?

    public init(last: AuditHead) { self.last = last }
}
