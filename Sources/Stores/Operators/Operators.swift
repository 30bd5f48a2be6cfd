import Database
import Domain
import UseCases

/// Stores the operators of the installation.
struct Operators: OperatorStore {
    let access: StoreAccess
    let trail: AuditTrail

    func insert(_ account: Operator, password: PasswordHash, audit: AuditDraft) async throws(DomainError) {
        try await access.writeAcross("new operator") { transaction in
            try Self.insert(account, password, transaction)
            try trail.append(audit, to: Tenant.installation, in: transaction)
        }
    }

    func `operator`(_ email: EmailAddress) async throws(DomainError) -> Operator? {
        try await access.readAcross("operator by address") { transaction in
            try transaction.row("SELECT id, email, name, created_at FROM operators WHERE email = \(email)").map {
                try Self.account($0)
            }
        }
    }

    func replacePassword(
        of account: Operator.ID,
        with password: PasswordHash,
        audit: AuditDraft
    ) async throws(DomainError) {
        try await access.writeAcross("operator's password") { transaction in
            let changed = try transaction.execute(
                "UPDATE operators SET password = \(password.text) WHERE id = \(account)"
            )
            guard changed == 1 else { throw DomainError.notFound(.operator) }
            try transaction.execute("DELETE FROM operator_sessions WHERE operator_id = \(account)")
            // An attacker with the old password may have handed these out.
            try MakerRow.leave(account, transaction)
            try trail.append(audit, to: Tenant.installation, in: transaction)
        }
    }

    func remove(_ account: Operator.ID, audit: AuditDraft) async throws(DomainError) {
        try await access.writeAcross("operator removed") { transaction in
            guard try transaction.row("SELECT id FROM operators WHERE id <> \(account) LIMIT 1") != nil else {
                throw DomainError.conflict(.lastOperator)
            }
            let removed = try transaction.execute("DELETE FROM operators WHERE id = \(account)")
            guard removed == 1 else { throw DomainError.notFound(.operator) }
            try SecondFactorRow.remove(of: .operator(account), transaction)
            try MakerRow.leave(account, transaction)
            try trail.append(audit, to: Tenant.installation, in: transaction)
        }
    }

    func operators(_ ids: [Operator.ID]) async throws(DomainError) -> [Operator] {
        try await access.readAcross("operators by id") { transaction in
            try transaction.rows("SELECT id, email, name, created_at FROM operators WHERE id IN \(list: ids)").map {
                try Self.account($0)
            }
        }
    }

    func insert(
        _ session: OperatorSession,
        of account: Operator.ID,
        proving password: PasswordHash,
        audit: AuditDraft
    ) async throws(DomainError) {
        try await access.writeAcross("operator's sign-in") { transaction in
            try transaction.execute("DELETE FROM operator_sessions WHERE expires_at < \(session.createdAt)")
            let isStill: Operator.ID? = try transaction.value(
                "SELECT id FROM operators WHERE id = \(account) AND password = \(password.text)"
            )
            guard isStill != nil else { throw DomainError.notFound(.operator) }
            try transaction.execute(
                """
                INSERT INTO operator_sessions (token_hash, operator_id, address, created_at, last_seen_at, expires_at)
                VALUES (\(session.token), \(account), \(session.address), \(session.createdAt), \(session.lastSeenAt), \(session.expiresAt))
                """
            )
            try trail.append(audit, to: Tenant.installation, in: transaction)
        }
    }

    func session(_ token: CredentialHash) async throws(DomainError) -> (operator: Operator, session: OperatorSession)? {
        try await access.readAcross("operator's session") { transaction in
            try transaction.row(
                """
                SELECT o.id AS id, o.email AS email, o.name AS name, o.created_at AS created_at, s.address AS address,
                    s.created_at AS began_at, s.last_seen_at AS last_seen_at, s.expires_at AS expires_at
                FROM operator_sessions s JOIN operators o ON o.id = s.operator_id WHERE s.token_hash = \(token)
                """
            ).map { row in
                let session = OperatorSession(
                    token: token,
                    address: try row.find("address"),
                    createdAt: try row.get("began_at"),
                    lastSeenAt: try row.get("last_seen_at"),
                    expiresAt: try row.get("expires_at")
                )
                return (try Self.account(row), session)
            }
        }
    }

    func touch(_ token: CredentialHash, at now: Timestamp, expiresAt: Timestamp) async throws(DomainError) {
        try await access.writeAcross("operator seen") { transaction in
            try transaction.execute(
                "UPDATE operator_sessions SET last_seen_at = \(now), expires_at = \(expiresAt) WHERE token_hash = \(token)"
            )
        }
    }

    func end(_ token: CredentialHash) async throws(DomainError) {
        try await access.writeAcross("operator's sign-out") { transaction in
            try transaction.execute("DELETE FROM operator_sessions WHERE token_hash = \(token)")
        }
    }

    func enter(_ tenant: Tenant.ID, with token: CredentialHash, audit: AuditDraft) async throws(DomainError) {
        let isKnown = try await access.readAcross("operator's entries") { transaction in
            let at: Int64? = try transaction.value(
                "SELECT at FROM operator_entries WHERE token_hash = \(token) AND entered_id = \(tenant)"
            )
            return at != nil
        }
        if isKnown { return }
        try await access.write(tenant) { transaction in
            let entered = try transaction.execute(
                """
                INSERT INTO operator_entries (token_hash, entered_id, at) VALUES (\(token), \(tenant), \(audit.at))
                ON CONFLICT (token_hash, entered_id) DO NOTHING
                """
            )
            if entered == 1 { try trail.append(audit, to: tenant, in: transaction) }
        }
    }

    static func insert(_ account: Operator, _ password: PasswordHash, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO operators (id, email, name, password, created_at)
            VALUES (\(account.id), \(account.email), \(account.name), \(password.text), \(account.createdAt))
            """
        )
    }

    static func account(_ row: Row) throws -> Operator {
        Operator(
            id: try row.get("id"),
            email: try row.get("email"),
            name: try row.get("name"),
            createdAt: try row.get("created_at")
        )
    }
}
