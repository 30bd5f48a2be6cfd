import Database
import Domain
import StrictJSON
import UseCases

/// One row of `users`, with the rows that are updated with it.
enum UserRow {
    static let columns: SQL =
        """
        u.tenant_id AS u_tenant_id, u.id AS u_id, u.email AS u_email, u.email_verified AS u_email_verified, u.name AS u_name,
        u.role AS u_role, u.state AS u_state, u.created_at AS u_created_at, u.updated_at AS u_updated_at, u.last_seen_at AS u_last_seen_at,
        u.user_metadata AS u_user_metadata, u.app_metadata AS u_app_metadata, u.is_anonymous AS u_is_anonymous,
        u.banned_until AS u_banned_until, u.profile_version AS u_profile_version, u.profile_parts AS u_profile_parts
        """

    static func user(_ row: Row) throws -> User {
        User(
            id: try row.get("u_id"),
            tenant: try row.get("u_tenant_id"),
            email: try row.find("u_email"),
            emailVerified: try row.get("u_email_verified"),
            name: try row.find("u_name"),
            role: try row.get("u_role"),
            state: try row.get("u_state"),
            createdAt: try row.get("u_created_at"),
            updatedAt: try row.get("u_updated_at"),
            lastSeenAt: try row.find("u_last_seen_at"),
            userMetadata: UserAttributes(stored: try row.get("u_user_metadata")),
            appMetadata: UserAttributes(stored: try row.get("u_app_metadata")),
            isAnonymous: try row.get("u_is_anonymous"),
            bannedUntil: try row.find("u_banned_until"),
            history: ProfileHistory(version: try row.get("u_profile_version"), stored: try row.get("u_profile_parts"))
        )
    }

    static func find(
        _ id: User.ID,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> (user: User, role: Role)? {
        try transaction.row(search(id, in: tenant)).map { (try user($0), try RoleRow.role($0)) }
    }

    /// Selects a user with the role.
    static func search(_ id: User.ID, in tenant: Tenant.ID) -> SQL {
        """
        SELECT \(sql: columns), \(sql: RoleRow.columns) FROM users u
        JOIN roles r ON r.tenant_id = u.tenant_id AND r.name = u.role
        WHERE u.tenant_id = \(tenant) AND u.id = \(id) AND u.deleted_at IS NULL
        """
    }

    /// The condition that a user exists and is not deleted, for rows of other tables.
    /// - Parameter id: the user's id in that row.
    static func exists(_ id: SQL, in tenant: Tenant.ID) -> SQL {
        "EXISTS (SELECT 1 FROM users u WHERE u.tenant_id = \(tenant) AND u.id = \(sql: id) AND u.deleted_at IS NULL)"
    }

    /// - Parameter search: the search values; made before the transaction where the user is known by then.
    static func insert(_ user: User, search: UserSearchEntry? = nil, _ transaction: any WriteTransaction) throws {
        let search = search ?? UserSearchEntry(user)
        try insertRow(user, search, transaction)
        try insert(search, of: user, transaction)
        try count(user, by: 1, transaction)
    }

    /// Writes what creating an account with a password writes, and deletes it at once: it takes as long, and leaves
    /// nothing.
    static func rehearse(_ user: User, search: UserSearchEntry, _ transaction: any WriteTransaction) throws {
        // The address itself belongs to another user.
        let rehearsed = user.with(
            .init(email: EmailAddress(stored: "\(user.id)@example.invalid")),
            updatedAt: user.updatedAt
        )
        try insertRow(rehearsed, search, transaction)
        try insert(search, of: user, transaction)
        try count(user, by: 0, transaction)
        try transaction.execute(
            """
            INSERT INTO identities (tenant_id, provider, subject, user_id, secret, created_at)
            VALUES (\(user.tenant), \(Identity.Provider.password), \(user.id.description), \(user.id),
                \(String(repeating: "0", count: 110)), \(user.createdAt))
            """
        )
        try transaction.execute("DELETE FROM users WHERE tenant_id = \(user.tenant) AND id = \(user.id)")
    }

    private static func insertRow(_ user: User, _ search: UserSearchEntry, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO users (tenant_id, id, email, email_verified, name, name_key, role, state, created_at, updated_at, last_seen_at,
                user_metadata, app_metadata, is_anonymous, banned_until, profile_version, profile_parts)
            VALUES (\(user.tenant), \(user.id), \(user.email), \(user.emailVerified), \(user.name), \(search.nameKey), \(user.role),
                \(user.state), \(user.createdAt), \(user.updatedAt), \(user.lastSeenAt), \(user.userMetadata.text),
                \(user.appMetadata.text), \(user.isAnonymous), \(user.bannedUntil), \(user.history.version), \(user.history.text))
            """
        )
    }

    /// The values of a row of `users`, in the order in which `insert` names the columns.
    static func values(_ user: User, _ search: UserSearchEntry) -> [SQLValue] {
        [
            user.tenant.sqlValue, user.id.sqlValue, user.email?.sqlValue ?? .null, user.emailVerified.sqlValue,
            user.name?.sqlValue ?? .null, search.nameKey.sqlValue, user.role.sqlValue, user.state.sqlValue,
            user.createdAt.sqlValue,
            user.updatedAt.sqlValue, user.lastSeenAt?.sqlValue ?? .null, user.userMetadata.text.sqlValue,
            user.appMetadata.text.sqlValue,
            user.isAnonymous.sqlValue, user.bannedUntil?.sqlValue ?? .null, user.history.version.sqlValue,
            user.history.text.sqlValue,
        ]
    }

    /// - Parameter name: the new name, when it was folded before.
    /// - Returns: the new user, with the history of the profile updated.
    @discardableResult
    static func update(
        _ old: User,
        to new: User,
        name: SearchedName? = nil,
        _ transaction: any WriteTransaction
    ) throws -> User {
        guard old != new else { return new }
        let new = new.recorded(after: old)
        let search = old.email != new.email || old.name != new.name ? UserSearchEntry(new, name: name) : nil
        // The mark is about the address, and ends when that is confirmed.
        let contested: SQL = new.emailVerified || new.email != old.email ? "0" : "contested"
        try transaction.execute(
            """
            UPDATE users SET email = \(new.email), email_verified = \(new.emailVerified), name = \(new.name),
                name_key = coalesce(\(search?.nameKey), name_key), role = \(new.role), state = \(new.state), updated_at = \(new.updatedAt),
                user_metadata = \(new.userMetadata.text), app_metadata = \(new.appMetadata.text), is_anonymous = \(new.isAnonymous),
                banned_until = \(new.bannedUntil), profile_version = \(new.history.version), profile_parts = \(new.history.text),
                contested = \(sql: contested)
            WHERE tenant_id = \(new.tenant) AND id = \(new.id)
            """
        )
        if let search {
            try transaction.execute("DELETE FROM user_terms WHERE tenant_id = \(new.tenant) AND user_id = \(new.id)")
            try insert(search, of: new, transaction)
        }
        if old.role != new.role || old.state != new.state {
            try count(old, by: -1, transaction)
            try count(new, by: 1, transaction)
        }
        return new
    }

    /// Stores a password, or replaces it.
    static func set(
        _ password: PasswordHash,
        of user: User.ID,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws {
        let (tenant, now) = (context.tenant, context.now)
        try transaction.execute(
            """
            INSERT INTO identities (tenant_id, provider, subject, user_id, secret, created_at)
            VALUES (\(tenant), \(Identity.Provider.password), \(user.description), \(user), \(password.text), \(now))
            ON CONFLICT (tenant_id, provider, subject) DO UPDATE SET secret = excluded.secret
            """
        )
    }

    /// The tokens are queued, so that they are revoked at Apple.
    static func forgetIdentities(
        of user: User.ID,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws {
        try leaveApple(user, in: context, transaction)
        try transaction.execute("DELETE FROM identities WHERE tenant_id = \(context.tenant) AND user_id = \(user)")
    }

    /// The tokens are queued, so that they are revoked at Apple, and no later notification of Apple's about the user
    /// affects this account.
    static func leaveApple(_ user: User.ID, in context: ActionContext, _ transaction: any WriteTransaction) throws {
        try AppleRevocationRow.queue(tokensOf: user, .unlinked, in: context, transaction)
        try transaction.execute("DELETE FROM apple_people WHERE tenant_id = \(context.tenant) AND user_id = \(user)")
    }

    private static func insert(_ search: UserSearchEntry, of user: User, _ transaction: any WriteTransaction) throws {
        for term in search.terms {
            try transaction.execute(
                "INSERT INTO user_terms (tenant_id, term, user_id) VALUES (\(user.tenant), \(term), \(user.id))"
            )
        }
    }

    /// Adds to the number of users with the role and the state of a user.
    static func count(_ user: User, by difference: Int, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO user_counts (tenant_id, role, state, n) VALUES (\(user.tenant), \(user.role), \(user.state), \(difference))
            ON CONFLICT (tenant_id, role, state) DO UPDATE SET n = user_counts.n + excluded.n
            """
        )
    }
}

/// The values by which a user is found and sorted. Folding a name takes far longer than writing it, so this is made
/// before the write transaction, where the user is known by then.
struct UserSearchEntry: Sendable {
    let nameKey: String
    let terms: [String]

    /// - Parameter name: the user's name, folded before; ignored when it is another name.
    init(_ user: User, name: SearchedName? = nil) {
        let searched = user.name.map { text in
            if let name, name.text.hasSameBytes(as: text) { name } else { SearchedName(text) }
        }
        nameKey = searched?.key ?? ""
        terms = SearchTerms.terms(of: searched, email: user.email)
    }
}
