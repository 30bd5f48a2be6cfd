import Database
import Domain
import UseCases

/// Stores the password accounts of tenants.
struct Passwords: PasswordStore {
    let access: StoreAccess

    func lookUp(
        _ email: EmailAddress,
        else placeholder: PasswordLookup.Placeholder,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> PasswordLookup {
        let search: SQL =
            """
            SELECT coalesce(u.id, \(placeholder.user)) AS user_id, coalesce(i.secret, \(placeholder.password.text)) AS secret,
                CASE WHEN u.id IS NULL THEN 0 ELSE 1 END AS is_account,
                CASE WHEN i.secret IS NULL THEN 0 ELSE 1 END AS has_password
            FROM tenants t
            LEFT JOIN users u ON u.tenant_id = \(tenant) AND u.email = \(email)
            LEFT JOIN identities i ON i.tenant_id = \(tenant) AND i.user_id = coalesce(u.id, \(placeholder.user))
                AND i.provider = \(Identity.Provider.password)
            WHERE t.id = \(tenant)
            """
        return try await access.rows(tenant, [search]) { rows in
            guard let row = rows[0].first else {
                return PasswordLookup(user: placeholder.user, password: nil, isAccount: false)
            }
            // A placeholder's hash is parsed like a stored one, and not used.
            let password = PasswordHash(text: try row.get("secret"))
            return PasswordLookup(
                user: try row.get("user_id"),
                password: try row.get("has_password") ? password : nil,
                isAccount: try row.get("is_account")
            )
        }
    }

    func account(_ email: EmailAddress, in tenant: Tenant.ID) async throws(DomainError) -> PasswordAccount? {
        try await access.read(tenant) { transaction in
            try transaction.row(
                """
                SELECT \(sql: UserRow.columns), \(sql: RoleRow.columns), i.secret AS secret FROM users u
                JOIN roles r ON r.tenant_id = u.tenant_id AND r.name = u.role
                LEFT JOIN identities i ON i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.provider = \(Identity.Provider.password)
                WHERE u.tenant_id = \(tenant) AND u.email = \(email)
                """
            ).map { try Self.account($0) }
        }
    }

    func password(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> PasswordHash? {
        try await access.read(tenant) { transaction in
            let secret: String? = try transaction.value(
                "SELECT secret FROM identities WHERE tenant_id = \(tenant) AND provider = \(Identity.Provider.password) AND user_id = \(user)"
            )
            return secret.flatMap { PasswordHash(text: $0) }
        }
    }

    func decline(_ new: User, for known: User.ID, isContested: Bool, in tenant: Tenant.ID) async throws(DomainError) {
        let search = UserSearchEntry(new)
        try await access.write(tenant) { transaction in
            // These statements match those of Users.insert and its audit entry.
            _ = try RoleRow.find(new.role, in: tenant, transaction)
            // It finds no row, as it would for a new account.
            _ = try transaction.rows(
                "SELECT id FROM users WHERE tenant_id = \(tenant) AND email = \(new.email) AND id <> \(known)"
            )
            try UserRow.rehearse(new, search: search, transaction)
            try transaction.hold(tenant.uuid)
            _ = try AuditTrail.head(of: tenant, in: transaction)
            _ = try transaction.rows("SELECT is_anonymous FROM tenant_settings WHERE tenant_id = \(tenant)")
            try transaction.execute(
                """
                UPDATE users SET contested = 1
                WHERE tenant_id = \(tenant) AND id = \(known) AND email_verified = \(false) AND contested < \(isContested)
                """
            )
        }
    }

    func rehash(
        _ user: User.ID,
        from old: PasswordHash,
        to new: PasswordHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Bool {
        try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                UPDATE identities SET secret = \(new.text)
                WHERE tenant_id = \(tenant) AND provider = \(Identity.Provider.password) AND subject = \(user.description)
                    AND secret = \(old.text)
                """
            ) == 1
        }
    }

    func used(_ user: User.ID, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                UPDATE identities SET last_used_at = \(now)
                WHERE tenant_id = \(tenant) AND provider = \(Identity.Provider.password) AND subject = \(user.description)
                """
            )
        }
    }

    static func account(_ row: Row) throws -> PasswordAccount {
        let secret: String? = try row.find("secret")
        return PasswordAccount(
            user: try UserRow.user(row),
            role: try RoleRow.role(row),
            password: secret.flatMap { PasswordHash(text: $0) }
        )
    }
}
