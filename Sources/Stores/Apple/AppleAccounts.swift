import Database
import Domain
import UseCases

/// Stores the users who sign in with Apple, their used tokens, and each tenant's settings at Apple.
struct AppleAccounts: AppleStores {
    let access: StoreAccess
    let trail: AuditTrail

    func admit(
        _ use: AppleUse,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (AppleRecord) -> AppleDecision
    ) async throws(DomainError) -> AppleAdmission {
        try await access.write(tenant) { transaction in
            let record = try Self.record(use, in: tenant, transaction)
            let user: User
            let draft: AuditDraft?
            switch decide(record) {
            case .reject(let failure): return .rejected(failure)
            case .create(let new, let audit):
                (user, draft) = (new, audit)
                try UserRow.insert(new, transaction)
                try Self.insertIdentity(of: new.id, use, in: tenant, transaction)
            case .link(let changed, let audit):
                guard let target = record.target else { throw DomainError.notFound(.user) }
                (user, draft) = (changed, audit)
                try UserRow.update(target, to: changed, transaction)
                try Self.insertIdentity(of: changed.id, use, in: tenant, transaction)
            case .keep(let changed, let audit):
                (user, draft) = (changed, audit)
                if let old = record.user { try UserRow.update(old, to: changed, transaction) }
                let known = record.isTransferred ? use.transferSubject : use.subject
                try transaction.execute(
                    """
                    UPDATE identities SET subject = \(use.subject), last_used_at = \(use.usedAt)
                    WHERE tenant_id = \(tenant) AND provider = \(Identity.Provider.apple) AND subject = \(known)
                    """
                )
            }
            if !(try Self.record(use, by: user.id, in: tenant, transaction)), record.firstUsedAt == nil {
                // This cannot happen while writers of one tenant run one after the other; the unique key holds in any
                // case.
                throw DomainError.unavailable(retryAfter: .seconds(1))
            }
            try endUnproven(record, use, in: tenant, transaction)
            try AppleUserRow.authorized(use, as: user.id, in: tenant, transaction)
            try AppleRevocationRow.supersede(by: use, of: user.id, in: tenant, transaction)
            if let draft { try trail.append(draft, to: tenant, in: transaction) }
            guard let role = try RoleRow.find(user.role, in: tenant, transaction) else {
                throw DomainError.notFound(.role)
            }
            return .admitted(user, role, record)
        }
    }

    private func endUnproven(
        _ record: AppleRecord,
        _ use: AppleUse,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        guard let (owner, audit) = use.disproof(record) else { return }
        let forgotten = try transaction.execute(
            "DELETE FROM identities WHERE tenant_id = \(tenant) AND provider = \(Identity.Provider.password) AND user_id = \(owner)"
        )
        guard forgotten > 0 else { return }
        let context = ActionContext(tenant, at: audit.at)
        try SessionRow.endAll(of: owner, UserSignOut(reason: .passwordChanged), in: context, transaction)
        try trail.append(audit, to: tenant, in: transaction)
    }

    func forgetUses(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("expired Apple tokens") { transaction in
            try transaction.execute(
                """
                DELETE FROM apple_uses WHERE (tenant_id, token_hash) IN (
                    SELECT tenant_id, token_hash FROM apple_uses WHERE expires_at < \(cutoff) LIMIT \(limit))
                """
            )
        }
    }

    private static func record(
        _ use: AppleUse,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> AppleRecord {
        let first = try transaction.row(
            """
            SELECT user_id, used_at, device_name_hash, device_model, user_agent FROM apple_uses
            WHERE tenant_id = \(tenant) AND token_hash = \(use.tokenHash)
            """
        )
        let own = try Self.user(use.subject, in: tenant, transaction)
        let moved = own == nil ? try use.transferSubject.flatMap { try Self.user($0, in: tenant, transaction) } : nil
        let id = own ?? moved
        let accountStatus = try AppleUserRow.find([use.subject], in: tenant, transaction)?.accountStatus
        let user = try id.flatMap { try UserRow.find($0, in: tenant, transaction)?.user }
        var owner: User.ID?
        if let email = use.email {
            owner = try transaction.value("SELECT id FROM users WHERE tenant_id = \(tenant) AND email = \(email)")
        }
        let other = try owner.flatMap { $0 == id ? nil : try UserRow.find($0, in: tenant, transaction) }
        let target = try use.session.flatMap { try Self.owner(of: $0, at: use.usedAt, in: tenant, transaction) }
        return AppleRecord(
            firstUsedAt: try first?.get("used_at"),
            firstUser: try first?.get("user_id"),
            firstDevice: try first.map {
                Device(
                    name: try $0.find("device_name_hash"),
                    model: try $0.find("device_model"),
                    userAgent: try $0.find("user_agent")
                )
            },
            user: user,
            isTransferred: moved != nil,
            emailOwner: other?.user,
            emailOwnerRole: other?.role,
            isWithdrawn: accountStatus?.isWithdrawn(since: use.issuedAt) ?? false,
            target: target,
            isTargetLinked: try target.map { try Self.hasIdentity($0.id, in: tenant, transaction) } ?? false
        )
    }

    /// Returns the user of a live session.
    private static func owner(
        of session: Session.ID,
        at now: Timestamp,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> User? {
        let id: User.ID? = try transaction.value(
            """
            SELECT user_id FROM sessions
            WHERE tenant_id = \(tenant) AND id = \(session) AND kind = \(Session.Kind.app) AND ended_at IS NULL AND expires_at > \(now)
            """
        )
        guard let user = try id.flatMap({ try UserRow.find($0, in: tenant, transaction)?.user }), user.state == .active
        else { return nil }
        return user
    }

    private static func hasIdentity(
        _ user: User.ID,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> Bool {
        try transaction.row(
            """
            SELECT 1 AS found FROM identities
            WHERE tenant_id = \(tenant) AND provider = \(Identity.Provider.apple) AND user_id = \(user) LIMIT 1
            """
        ) != nil
    }

    /// Returns the user whose identity the subject is.
    private static func user(
        _ subject: String,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> User.ID? {
        try transaction.value(
            """
            SELECT user_id FROM identities
            WHERE tenant_id = \(tenant) AND provider = \(Identity.Provider.apple) AND subject = \(subject)
                AND \(sql: UserRow.exists("identities.user_id", in: tenant))
            """
        )
    }

    private static func insertIdentity(
        of user: User.ID,
        _ use: AppleUse,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO identities (tenant_id, provider, subject, user_id, created_at, last_used_at)
            VALUES (\(tenant), \(Identity.Provider.apple), \(use.subject), \(user), \(use.usedAt), \(use.usedAt))
            """
        )
    }

    /// - Returns: whether it is the first use.
    private static func record(
        _ use: AppleUse,
        by user: User.ID,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            """
            INSERT INTO apple_uses (tenant_id, token_hash, user_id, used_at, expires_at, device_name_hash, device_model,
                user_agent)
            VALUES (\(tenant), \(use.tokenHash), \(user), \(use.usedAt), \(use.expiresAt), \(use.device.name),
                \(use.device.model), \(use.device.userAgent))
            ON CONFLICT (tenant_id, token_hash) DO NOTHING
            """
        ) == 1
    }
}

/// Reads how users' accounts are linked to those at Apple.
extension AppleAccounts {
    func link(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> AppleLink? {
        try await access.read(tenant) { transaction in
            guard let accountStatus = try AppleUserRow.accountStatus(of: user, in: tenant, transaction) else {
                return nil
            }
            // A user has a token for each of the tenant's apps that they use; the latest confirmation counts.
            let confirmed: Timestamp? = try transaction.value(
                "SELECT max(checked_at) AS checked_at FROM apple_tokens WHERE tenant_id = \(tenant) AND user_id = \(user)"
            )
            let waiting: Int? = try transaction.value(
                "SELECT 1 AS n FROM apple_revocations WHERE tenant_id = \(tenant) AND user_id = \(user) LIMIT 1"
            )
            return AppleLink(accountStatus: accountStatus, confirmedAt: confirmed, isRevocationWaiting: waiting != nil)
        }
    }
}
