import Database
import Domain
import UseCases

/// Stores the accounts that may sign in to the console, and the links of their first sign-in.
struct ConsoleSignInStore: ConsoleStore {
    let access: StoreAccess
    let trail: AuditTrail

    func guesses(
        at email: EmailAddress,
        tenant: Tenant.Slug?,
        limit: Int,
        else placeholder: PasswordLookup.Placeholder
    ) async throws(DomainError) -> [ConsoleGuess] {
        let (id, secret) = (placeholder.user, placeholder.password.text)
        let operators: SQL = "SELECT id, password AS secret, 1 AS is_account FROM operators WHERE email = \(email)"
        let bySlug: SQL = tenant.map { "t.slug = \($0)" } ?? "TRUE"
        let members: SQL =
            """
            SELECT u.id AS id, u.tenant_id AS tenant_id, i.secret AS secret, 1 AS is_account FROM users u
            JOIN roles r ON r.tenant_id = u.tenant_id AND r.name = u.role
            JOIN tenants t ON t.id = u.tenant_id
            JOIN identities i ON i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.provider = \(Identity.Provider.password)
            WHERE u.email = \(email) AND u.state = \(User.State.active) AND t.state = \(Tenant.State.active)
                AND r.permissions LIKE '%console.enter%' AND i.secret IS NOT NULL AND \(sql: bySlug)
            ORDER BY i.created_at, t.number LIMIT \(limit)
            """
        return try await access.readAcross("who signs in to the console") { transaction in
            var found: [ConsoleGuess] = []
            if tenant == nil {
                let padded = operators.padded("id, secret, is_account", with: "\(id), \(secret), 0", to: 1)
                for row in try transaction.rows(padded) {
                    // A placeholder's hash is parsed like a stored one, and not used.
                    let hash = PasswordHash(text: try row.get("secret"))
                    guard try row.get("is_account"), let hash else { continue }
                    found.append(ConsoleGuess(account: .operator(try row.get("id")), password: hash))
                }
            }
            let padded = members.padded(
                "id, tenant_id, secret, is_account",
                with: "\(id), \(Tenant.installation), \(secret), 0",
                to: limit
            )
            for row in try transaction.rows(padded) {
                let hash = PasswordHash(text: try row.get("secret"))
                guard try row.get("is_account") else { continue }
                let account = ConsoleAccount.member(try row.get("id"), try row.get("tenant_id"))
                found.append(ConsoleGuess(account: account, password: hash))
            }
            return Array(found.prefix(limit))
        }
    }

    func addresses(of account: ConsoleAccount, limit: Int) async throws(DomainError) -> [String] {
        switch account {
        case .operator(let id):
            try await access.readAcross("where an operator was seen") { transaction in
                let search: SQL =
                    """
                    SELECT address FROM operator_sessions
                    WHERE operator_id = \(id) AND address IS NOT NULL ORDER BY last_seen_at DESC LIMIT \(limit)
                    """
                return try transaction.rows(search.padded("address", with: "NULL", to: limit))
                    .compactMap { try $0.find("address") }
            }
        case .member(let id, let tenant):
            try await access.read(tenant) { transaction in
                let search: SQL =
                    """
                    SELECT address FROM sessions
                    WHERE tenant_id = \(tenant) AND user_id = \(id) AND kind = \(Session.Kind.console) AND address IS NOT NULL
                    ORDER BY last_seen_at DESC, id DESC LIMIT \(limit)
                    """
                return try transaction.rows(search.padded("address", with: "NULL", to: limit))
                    .compactMap { try $0.find("address") }
            }
        }
    }

    func candidate(_ account: ConsoleAccount) async throws(DomainError) -> ConsoleCandidate? {
        switch account {
        case .operator(let id):
            try await access.readAcross("operator who signs in") { try Self.operators("id = \(id)", $0).first }
        case .member(let id, let tenant):
            try await access.read(tenant) { transaction in
                try transaction.row(
                    """
                    SELECT \(sql: UserRow.columns), \(sql: RoleRow.columns), \(sql: TenantRow.columns), i.secret AS secret FROM users u
                    JOIN roles r ON r.tenant_id = u.tenant_id AND r.name = u.role
                    JOIN tenants t ON t.id = u.tenant_id
                    LEFT JOIN identities i
                        ON i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.provider = \(Identity.Provider.password)
                    WHERE u.tenant_id = \(tenant) AND u.id = \(id) AND u.state = \(User.State.active)
                        AND t.state = \(Tenant.State.active) AND r.permissions LIKE '%console.enter%'
                    """
                ).flatMap { try Self.member($0) }
            }
        }
    }

    private static func member(_ row: Row) throws -> ConsoleCandidate? {
        let secret: String? = try row.find("secret")
        return .member(
            try UserRow.user(row),
            try RoleRow.role(row),
            secret.flatMap(PasswordHash.init),
            try TenantRow.tenant(row)
        )
    }

    private static func operators(_ condition: SQL, _ transaction: any ReadTransaction) throws -> [ConsoleCandidate] {
        let rows = try transaction.rows(
            "SELECT id, email, name, password, created_at FROM operators WHERE \(sql: condition)"
        )
        return try rows.compactMap { row in
            guard let hash = PasswordHash(text: try row.get("password")) else { return nil }
            return .operator(try Operators.account(row), hash)
        }
    }

    func replaceSetupLink(
        _ token: CredentialHash,
        at now: Timestamp,
        expiresAt: Timestamp
    ) async throws(DomainError) -> Bool {
        try await access.writeAcross("set-up link") { transaction in
            guard try Self.hasNoOperator(transaction) else { return false }
            try transaction.execute("DELETE FROM setup_links")
            try transaction.execute(
                "INSERT INTO setup_links (token_hash, created_at, expires_at) VALUES (\(token), \(now), \(expiresAt))"
            )
            return true
        }
    }

    func isSetupLink(_ token: CredentialHash, at now: Timestamp) async throws(DomainError) -> Bool {
        try await access.readAcross("set-up link") { transaction in
            let expiry: Timestamp? = try transaction.value(
                "SELECT expires_at FROM setup_links WHERE token_hash = \(token)"
            )
            return try Self.hasNoOperator(transaction) && (expiry.map { $0 > now } ?? false)
        }
    }

    func setUp(
        _ token: CredentialHash,
        operator account: Operator,
        password: PasswordHash,
        audit: AuditDraft
    ) async throws(DomainError) {
        try await access.writeAcross("set-up") { transaction in
            guard try Self.hasNoOperator(transaction) else { throw DomainError.conflict(.setupDone) }
            let used = try transaction.execute(
                "DELETE FROM setup_links WHERE token_hash = \(token) AND expires_at > \(account.createdAt)"
            )
            guard used == 1 else { throw DomainError.notFound(.setupLink) }
            try Operators.insert(account, password, transaction)
            try trail.append(audit, to: Tenant.installation, in: transaction)
        }
    }

    func invited(_ token: CredentialHash, in context: ActionContext) async throws(DomainError) -> (User, Tenant) {
        let tenant = context.tenant
        return try await access.read(tenant) { transaction in
            let row = try transaction.row("SELECT \(sql: TenantRow.columns) FROM tenants t WHERE t.id = \(tenant)")
            guard let user = try Invitations.user(token, in: context, transaction), let row,
                case let owner = try TenantRow.tenant(row), owner.state == .active
            else { throw DomainError.notFound(.invitation) }
            return (user, owner)
        }
    }

    func accept(
        _ acceptance: InvitationAcceptance,
        in context: ActionContext,
        audit: @escaping @Sendable (User.ID) -> AuditDraft
    ) async throws(DomainError) -> User {
        let (tenant, now, token) = (context.tenant, context.now, acceptance.token)
        return try await access.write(tenant) { transaction in
            let user = try Invitations.user(token, in: context, transaction)
            let used = try transaction.execute(
                """
                UPDATE invitations SET used_at = \(now)
                WHERE tenant_id = \(tenant) AND token_hash = \(token) AND used_at IS NULL AND expires_at > \(now)
                """
            )
            guard used == 1, let user else { throw DomainError.notFound(.invitation) }
            // The link was sent to that address, or handed over by an administrator who vouches for it; another address
            // would have made it void.
            let accepted = user.with(
                .init(emailVerified: user.email != nil, name: .some(acceptance.name ?? user.name), state: .active),
                updatedAt: now
            )
            try UserRow.update(user, to: accepted, transaction)
            if let password = acceptance.password {
                try UserRow.set(password, of: user.id, in: context, transaction)
            }
            try trail.append(audit(user.id), to: tenant, in: transaction)
            return accepted
        }
    }

    private static func hasNoOperator(_ transaction: any ReadTransaction) throws -> Bool {
        try transaction.row("SELECT id FROM operators LIMIT 1") == nil
    }
}
