import Database
import Domain
import Foundation
import UseCases

/// Stores the users of tenants.
struct Users: UserStore {
    /// The number up to which users are counted one by one.
    static let countLimit = 10_000

    let access: StoreAccess
    let trail: AuditTrail
    let now: @Sendable () -> Timestamp

    func users(_ ids: [User.ID], in tenant: Tenant.ID) async throws(DomainError) -> [User] {
        let conditions: [SQL] = ["u.tenant_id = \(tenant)", "u.id IN \(list: ids)", "u.deleted_at IS NULL"]
        return try await access.read(tenant) { transaction in
            try transaction.rows(
                "SELECT \(sql: UserRow.columns) FROM users u WHERE \(sql: .all(conditions))"
            ).map { try UserRow.user($0) }
        }
    }

    func user(
        _ id: User.ID,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (summary: UserSummary, role: Role, identities: [Identity]) {
        let identities: SQL = """
            SELECT provider, subject, created_at, last_used_at FROM identities
            WHERE tenant_id = \(tenant) AND user_id = \(id) ORDER BY created_at LIMIT 100
            """
        let sessions: SQL = """
            SELECT count(*) AS n FROM sessions
            WHERE tenant_id = \(tenant) AND user_id = \(id) AND ended_at IS NULL AND expires_at > \(now()) AND impersonator_id IS NULL
            """
        let searches = [UserRow.search(id, in: tenant), identities.keepingPlan(), sessions.keepingPlan()]
        return try await access.rows(tenant, searches) { rows in
            guard let row = rows[0].first else { throw DomainError.notFound(.user) }
            let identities = try rows[1].map {
                Identity(
                    provider: try $0.get("provider"),
                    subject: try $0.get("subject"),
                    createdAt: try $0.get("created_at"),
                    lastUsedAt: try $0.find("last_used_at")
                )
            }
            let summary = UserSummary(
                user: try UserRow.user(row),
                providers: identities.map(\.provider).sorted { $0.rawValue < $1.rawValue },
                liveSessions: try rows[2].first?.get("n") ?? 0
            )
            return (summary, try RoleRow.role(row), identities)
        }
    }

    func page(
        _ query: UserQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<UserSummary> {
        let now = now()
        return try await access.readList(tenant) { transaction in
            let plan = try query.sort.keyset.plan(request)
            let conditions = try UserSearch(query: query, tenant: tenant).conditions(transaction) + [plan.condition]
            let rows = try transaction.rows(
                """
                SELECT \(sql: UserRow.columns) FROM users u WHERE \(sql: .all(conditions))
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            )
            let page = Keyset.page(try rows.map { try UserRow.user($0) }, request, key: query.sort.key)
            let summaries = try Self.summaries(page.items, at: now, in: tenant, transaction)
            return Page(items: summaries, next: page.next, previous: page.previous)
        }
    }

    func count(_ query: UserQuery, in tenant: Tenant.ID) async throws(DomainError) -> UserCount {
        try await access.readList(tenant) { transaction in
            if query.search?.allSatisfy(\.isWhitespace) ?? true, query.provider == nil,
                query.sort == .created || query.sort == .name
            {
                return .exactly(try Self.stored(query, tenant, transaction))
            }
            let conditions = try UserSearch(query: query, tenant: tenant).conditions(transaction)
            let count: Int =
                try transaction.value(
                    """
                    SELECT count(*) AS n FROM (SELECT 1 FROM users u WHERE \(sql: .all(conditions)) LIMIT \(Self.countLimit + 1)) AS found
                    """
                ) ?? 0
            return count > Self.countLimit ? .moreThan(Self.countLimit) : .exactly(count)
        }
    }

    func insert(
        _ new: NewUser,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (Role) throws(DomainError) -> Void
    ) async throws(DomainError) {
        let search = UserSearchEntry(new.user)
        let context = ActionContext(tenant, at: new.user.createdAt)
        try await access.write(tenant) { transaction in
            guard let role = try RoleRow.find(new.user.role, in: tenant, transaction) else {
                throw DomainError.invalid("role", .malformed(.noSuchRole))
            }
            try mayGive(role)
            try Self.rejectTaken(new.user.email, except: new.user.id, in: tenant, transaction)
            try UserRow.insert(new.user, search: search, transaction)
            if let password = new.password {
                try UserRow.set(password, of: new.user.id, in: context, transaction)
            }
            if let invitation = new.invitation {
                try Invitations.replace(invitation, for: new.user.id, in: context, transaction)
            }
            try trail.append(new.audit, to: tenant, in: transaction)
        }
    }

    func change(
        _ id: User.ID,
        in tenant: Tenant.ID,
        newRole: Role.Name?,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> User? {
        try await access.write(tenant) { transaction in
            let record = try Self.record(id, newRole: newRole, in: tenant, transaction)
            return try Self.carryOut(try decide(record), of: record, trail, transaction)
        }
    }

    /// - Returns: the user after the change; nil when deleted.
    @discardableResult
    static func carryOut(
        _ decision: UserDecision,
        of record: UserRecord,
        _ trail: AuditTrail,
        _ transaction: any WriteTransaction
    ) throws -> User? {
        let (id, tenant) = (record.user.id, record.user.tenant)
        let context = ActionContext(tenant, at: decision.audit?.at ?? record.user.updatedAt)
        if decision.forgetsIdentities { try UserRow.forgetIdentities(of: id, in: context, transaction) }
        if let password = decision.password { try UserRow.set(password, of: id, in: context, transaction) }
        if let audit = decision.audit { try trail.append(audit, to: tenant, in: transaction) }
        if let reason = decision.endSessions, decision.audit != nil {
            let signOut = UserSignOut(kinds: decision.endKinds, kept: decision.keepsSession, reason: reason)
            try SessionRow.endAll(of: id, signOut, in: context, transaction)
        }
        if decision.voidsInvitations {
            try Invitations.void(of: id, in: tenant, transaction)
            try LinkRow.void(of: id, in: tenant, transaction)
        }
        switch decision.effect {
        case .delete:
            try DeletedUserRow.mark(record.user, in: context, transaction)
            return nil
        case .keep(let user):
            // The links they handed over depended on a permission that they no longer have.
            let hasLeft = user.state != .active && record.user.state == .active
            let mayInvite = user.role == record.user.role || record.newRole?.permissions.contains(.manageUsers) == true
            if hasLeft || !mayInvite { try MakerRow.leave(id.uuid, in: tenant, transaction) }
            if user.email != record.user.email { try rejectTaken(user.email, except: id, in: tenant, transaction) }
            return try UserRow.update(record.user, to: user, name: decision.name, transaction)
        }
    }

    func invite(
        _ id: User.ID,
        with invitation: NewInvitation,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> AuditDraft
    ) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            let audit = try decide(try Self.record(id, newRole: nil, in: tenant, transaction))
            try Invitations.replace(invitation, for: id, in: ActionContext(tenant, at: audit.at), transaction)
            try trail.append(audit, to: tenant, in: transaction)
        }
    }

    static func record(
        _ id: User.ID,
        newRole: Role.Name?,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> UserRecord {
        guard let (user, role) = try UserRow.find(id, in: tenant, transaction) else {
            throw DomainError.notFound(.user)
        }
        let administrators: Int =
            try transaction.value(
                """
                SELECT n FROM user_counts WHERE tenant_id = \(tenant) AND role = \(Role.Name.admin) AND state = \(User.State.active)
                """
            ) ?? 0
        let contested: Int? = try transaction.value(
            "SELECT 1 AS n FROM users WHERE tenant_id = \(tenant) AND id = \(id) AND contested = 1"
        )
        let isOne = user.role == .admin && user.state == .active
        return UserRecord(
            user: user,
            role: role,
            otherAdministrators: administrators - (isOne ? 1 : 0),
            isContested: contested != nil,
            newRole: try newRole.flatMap { try RoleRow.find($0, in: tenant, transaction) }
        )
    }

    /// The unique index is decisive; this check reports the error before a half-done change has to be rolled back.
    private static func rejectTaken(
        _ email: EmailAddress?,
        except id: User.ID,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws {
        guard let email else { return }
        let other: User.ID? = try transaction.value(
            "SELECT id FROM users WHERE tenant_id = \(tenant) AND email = \(email) AND id <> \(id)"
        )
        if other != nil { throw DomainError.conflict(.emailTaken) }
    }

    private static func stored(
        _ query: UserQuery,
        _ tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> Int {
        var conditions: [SQL] = ["tenant_id = \(tenant)"]
        if let role = query.role { conditions.append("role = \(role)") }
        if let state = query.state { conditions.append("state = \(state)") }
        return try transaction.value("SELECT sum(n) AS n FROM user_counts WHERE \(sql: .all(conditions))") ?? 0
    }

    private static func summaries(
        _ users: [User],
        at now: Timestamp,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> [UserSummary] {
        guard !users.isEmpty else { return [] }
        let ids = users.map(\.id)
        let identities = try transaction.rows(
            "SELECT user_id, provider FROM identities WHERE tenant_id = \(tenant) AND user_id IN \(list: ids) ORDER BY user_id, provider"
        )
        let providers = try identities.reduce(into: [User.ID: [Identity.Provider]]()) {
            $0[try $1.get("user_id"), default: []].append(try $1.get("provider"))
        }
        let counts = try transaction.rows(
            """
            SELECT user_id, count(*) AS n FROM sessions
            WHERE tenant_id = \(tenant) AND user_id IN \(list: ids) AND ended_at IS NULL AND expires_at > \(now) AND impersonator_id IS NULL
            GROUP BY user_id
            """
        )
        let live = try counts.reduce(into: [User.ID: Int]()) { $0[try $1.get("user_id")] = try $1.get("n") }
        return users.map { UserSummary(user: $0, providers: providers[$0.id] ?? [], liveSessions: live[$0.id] ?? 0) }
    }
}
