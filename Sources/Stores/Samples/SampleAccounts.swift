import Database
import Domain
import UseCases

/// Writes users and sessions of the past, with the audit entries that tell of them: for sample data only, because no user
/// has signed in.
public struct SampleAccounts: Sendable {
    private let access: StoreAccess
    private let trail: AuditTrail

    public init(_ databases: StoreDatabases, chain: AuditChain) {
        access = databases.control
        trail = AuditTrail(chain: chain)
    }

    /// What is written together.
    public struct Batch: Sendable {
        public var users: [PortableUser] = []
        public var sessions: [(session: Session, token: CredentialHash)] = []
        /// In the order in which they join the chain.
        public var audit: [AuditDraft] = []

        public init() {}
    }

    /// Adds everything in one transaction, or nothing.
    /// - Throws: `.conflict(.emailTaken)` when a user is there already, `.unavailable` when a session is.
    public func add(_ batch: Batch, to tenant: Tenant.ID) async throws(DomainError) {
        let entries = batch.users.map { (portable: $0, search: UserSearchEntry($0.user)) }
        try await access.write(tenant) { transaction in
            if !entries.isEmpty { try UserRow.insert(entries, in: tenant, transaction) }
            try SessionRow.insert(batch.sessions, transaction)
            for draft in batch.audit { try trail.append(draft, to: tenant, in: transaction) }
        }
    }
}

extension SessionRow {
    /// Inserts sessions whose ids and tokens are known to be new, ended ones included.
    fileprivate static func insert(
        _ sessions: [(session: Session, token: CredentialHash)],
        _ transaction: any WriteTransaction
    ) throws {
        guard !sessions.isEmpty else { return }
        let isNew = try transaction.insertNew(
            into: "sessions",
            columns: [
                "tenant_id", "id", "token_hash", "user_id", "kind", "device_name", "device_model", "os_version",
                "app_version", "user_agent", "address", "created_at", "last_seen_at", "expires_at", "ended_at",
                "end_reason", "provider",
            ],
            rows: sessions.map { session, token in
                let device = session.device
                return [
                    session.tenant.sqlValue, session.id.sqlValue, token.sqlValue, session.user.sqlValue,
                    session.kind.sqlValue, device.name?.sqlValue ?? .null, device.model?.sqlValue ?? .null,
                    device.osVersion?.sqlValue ?? .null, device.appVersion?.sqlValue ?? .null,
                    device.userAgent?.sqlValue ?? .null, session.address?.sqlValue ?? .null,
                    session.createdAt.sqlValue, session.lastSeenAt.sqlValue, session.expiresAt.sqlValue,
                    session.endedAt?.sqlValue ?? .null, session.endReason?.sqlValue ?? .null,
                    session.provider?.sqlValue ?? .null,
                ]
            }
        )
        guard isNew.allSatisfy({ $0 }) else { throw DatabaseError(.statement, "one of the sessions is there already") }
    }
}
