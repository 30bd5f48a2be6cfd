import Database
import Domain
import UseCases

/// Imports and exports many users of a tenant at once.
struct UserTransfers: UserTransferStore {
    let access: StoreAccess
    let trail: AuditTrail

    func add(
        _ batch: UserBatch,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (Role) throws(DomainError) -> Void,
        audit: @escaping @Sendable (Int) -> AuditDraft
    ) async throws(DomainError) -> [ImportOutcome] {
        let users = batch.users
        guard !users.isEmpty else { return [] }
        guard !batch.isTrial else {
            return try await access.read(tenant) { transaction in
                try ImportDecisions(users, in: tenant, mayGive: mayGive, transaction).outcomes
            }
        }
        let entries = users.map { (portable: $0, search: UserSearchEntry($0.user)) }
        return try await access.write(tenant) { transaction in
            let outcomes = try ImportDecisions(users, in: tenant, mayGive: mayGive, transaction).outcomes
            let added = zip(entries, outcomes).filter { $0.1 == .added }.map(\.0)
            guard !added.isEmpty else { return outcomes }
            try UserRow.insert(added, in: tenant, transaction)
            try trail.append(audit(added.count), to: tenant, in: transaction)
            return outcomes
        }
    }

    func users(after id: User.ID?, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [PortableUser] {
        try await access.read(tenant) { transaction in
            let place: SQL = id.map { "u.id > \($0)" } ?? "TRUE"
            let users = try transaction.rows(
                """
                SELECT \(sql: UserRow.columns), u.contested AS u_contested FROM users u
                WHERE u.tenant_id = \(tenant) AND u.deleted_at IS NULL AND \(sql: place) ORDER BY u.id LIMIT \(limit)
                """
            ).map { (user: try UserRow.user($0), isContested: try $0.get("u_contested", as: Bool.self)) }
            guard !users.isEmpty else { return [] }
            let signIns = try SignInData(of: users.map(\.user.id), in: tenant, transaction)
            return users.map { user, isContested in
                PortableUser(
                    user: user,
                    password: signIns.passwords[user.id],
                    appleSubjects: signIns.subjects[user.id] ?? [],
                    isContested: isContested
                )
            }
        }
    }
}

/// The data by which exported users sign in.
private struct SignInData {
    private(set) var passwords: [User.ID: PasswordHash] = [:]
    private(set) var subjects: [User.ID: [String]] = [:]

    init(of users: [User.ID], in tenant: Tenant.ID, _ transaction: any ReadTransaction) throws {
        let rows = try transaction.rows(
            """
            SELECT user_id, provider, subject, secret FROM identities
            WHERE tenant_id = \(tenant) AND user_id IN \(list: users) ORDER BY user_id, provider, subject
            """
        )
        for row in rows {
            let user: User.ID = try row.get("user_id")
            switch try row.get("provider") as Identity.Provider {
            case .password: passwords[user] = (try row.find("secret") as String?).flatMap { PasswordHash(text: $0) }
            case .apple: subjects[user, default: []].append(try row.get("subject"))
            }
        }
    }
}

/// Decides which users of an import are added, from data read in the transaction, one after the other as if each were
/// imported alone.
private struct ImportDecisions {
    private(set) var outcomes: [ImportOutcome] = []
    private var ids: Set<User.ID>
    private var emails: Set<EmailAddress>
    private var subjects: Set<String>
    private let roles: [Role.Name: Role]

    init(
        _ users: [PortableUser],
        in tenant: Tenant.ID,
        mayGive: (Role) throws(DomainError) -> Void,
        _ transaction: any ReadTransaction
    ) throws {
        // A deleted user's id is taken until the last row is deleted.
        ids = Set(
            try transaction.rows(
                "SELECT id FROM users WHERE tenant_id = \(tenant) AND id IN \(list: users.map(\.user.id))"
            )
            .map { try $0.get("id") }
        )
        emails = Set(
            try transaction.rows(
                "SELECT email FROM users WHERE tenant_id = \(tenant) AND email IN \(list: users.compactMap(\.user.email))"
            ).map { try $0.get("email") }
        )
        subjects = Set(
            try transaction.rows(
                """
                SELECT subject FROM identities WHERE tenant_id = \(tenant) AND provider = \(Identity.Provider.apple)
                    AND subject IN \(list: users.flatMap(\.appleSubjects))
                """
            ).map { try $0.get("subject") }
        )
        roles = try Self.roles(Set(users.map(\.user.role)), tenant, transaction)
        for portable in users { outcomes.append(decide(portable, mayGive)) }
    }

    private static func roles(
        _ names: Set<Role.Name>,
        _ tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> [Role.Name: Role] {
        try names.reduce(into: [:]) { $0[$1] = try RoleRow.find($1, in: tenant, transaction) }
    }

    private mutating func decide(
        _ portable: PortableUser,
        _ mayGive: (Role) throws(DomainError) -> Void
    ) -> ImportOutcome {
        let user = portable.user
        guard let role = roles[user.role] else {
            return .rejected([.init(field: "role", rule: .malformed(.noSuchRole))])
        }
        do throws(DomainError) { try mayGive(role) } catch {
            return .rejected([.init(field: "role", rule: .malformed(.english("This role is more than you may give.")))])
        }
        guard !ids.contains(user.id), !(user.email.map { emails.contains($0) } ?? false) else { return .skipped }
        guard subjects.isDisjoint(with: portable.appleSubjects) else {
            return .rejected([
                .init(field: "identities", rule: .malformed(.english("Someone else has this Apple account.")))
            ])
        }
        ids.insert(user.id)
        if let email = user.email { emails.insert(email) }
        subjects.formUnion(portable.appleSubjects)
        return .added
    }
}

extension UserRow {
    /// Inserts users whose ids, addresses and identities are known to be new, with a few statements for all of them.
    /// - Throws: `.conflict(.emailTaken)` when one of them is not new.
    static func insert(
        _ entries: [(portable: PortableUser, search: UserSearchEntry)],
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        let isNew = try transaction.insertNew(
            into: "users",
            columns: [
                "tenant_id", "id", "email", "email_verified", "name", "name_key", "role", "state", "created_at",
                "updated_at",
                "last_seen_at", "user_metadata", "app_metadata", "is_anonymous", "banned_until", "profile_version",
                "profile_parts",
                "contested",
            ],
            rows: entries.map { values($0.portable.user, $0.search) + [$0.portable.isContested.sqlValue] }
        )
        guard isNew.allSatisfy({ $0 }) else { throw DomainError.conflict(.emailTaken) }
        _ = try transaction.insertNew(
            into: "user_terms",
            columns: ["tenant_id", "term", "user_id"],
            rows: entries.flatMap { portable, search in
                search.terms.map { [tenant.sqlValue, .text($0), portable.user.id.sqlValue] }
            }
        )
        let users = entries.map(\.portable)
        try transaction.add(
            to: "user_counts",
            key: ["tenant_id", "role", "state"],
            number: "n",
            rows: users.map { [tenant.sqlValue, $0.user.role.sqlValue, $0.user.state.sqlValue, .integer(1)] }
        )
        _ = try transaction.insertNew(
            into: "identities",
            columns: ["tenant_id", "provider", "subject", "user_id", "secret", "created_at"],
            rows: users.flatMap { identities(of: $0) }
        )
    }

    private static func identities(of portable: PortableUser) -> [[SQLValue]] {
        let user = portable.user
        let passwords =
            portable.password.map { [(Identity.Provider.password, user.id.description, SQLValue.text($0.text))] } ?? []
        return (passwords + portable.appleSubjects.map { (.apple, $0, .null) }).map { provider, subject, secret in
            // The time is that of the import: the console tries the oldest passwords first, whatever time another
            // system claims.
            [
                user.tenant.sqlValue, provider.sqlValue, .text(subject), user.id.sqlValue, secret,
                user.updatedAt.sqlValue,
            ]
        }
    }
}
