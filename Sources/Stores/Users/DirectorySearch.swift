import Database
import Domain
import UseCases

/// Translates comparisons of single fields to conditions of a statement on `users u`.
extension DirectoryQuery {
    func conditions(in tenant: Tenant.ID) -> [SQL] {
        ["u.tenant_id = \(tenant)", "u.deleted_at IS NULL"] + conditions.map(\.sql)
    }

    /// Equal values are ordered by id, so that no user is on two pages.
    var order: SQL {
        switch (sort, isDescending) {
        case (.created, false): "u.created_at ASC, u.id ASC"
        case (.created, true): "u.created_at DESC, u.id DESC"
        case (.updated, false): "u.updated_at ASC, u.id ASC"
        case (.updated, true): "u.updated_at DESC, u.id DESC"
        case (.name, false): "u.name_key ASC, u.id ASC"
        case (.name, true): "u.name_key DESC, u.id DESC"
        case (.email, false): "coalesce(u.email, '') ASC, u.id ASC"
        case (.email, true): "coalesce(u.email, '') DESC, u.id DESC"
        }
    }
}

extension DirectoryQuery.Condition {
    fileprivate var sql: SQL {
        switch self {
        case .email(let match): match.sql(on: "coalesce(u.email, '')") { EmailAddress.stored(part: $0) }
        case .name(let match):
            match.sql(on: "u.name_key") { String(SearchTerms.fold($0).prefix(SearchTerms.maximumLength)) }
        case .role(let names, isIn: true): "u.role IN \(list: names)"
        case .role(let names, isIn: false): "u.role NOT IN \(list: names)"
        case .id(let ids, isIn: true): "u.id IN \(list: ids)"
        case .id(let ids, isIn: false): "u.id NOT IN \(list: ids)"
        case .disabled(true): "u.state = \(User.State.disabled)"
        case .disabled(false): "u.state <> \(User.State.disabled)"
        case .emailVerified(let isVerified): "u.email_verified = \(isVerified)"
        case .created(.before, let time): "u.created_at < \(time)"
        case .created(.notAfter, let time): "u.created_at <= \(time)"
        case .created(.after, let time): "u.created_at > \(time)"
        case .created(.notBefore, let time): "u.created_at >= \(time)"
        }
    }
}

extension DirectoryQuery.TextMatch {
    /// - Parameter folded: folds the text as in the column.
    fileprivate func sql(on column: SQL, folded: (String) -> String) -> SQL {
        switch self {
        case .contains(let text): like(column, "%" + Self.literal(folded(text)) + "%")
        case .startsWith(let text): like(column, Self.literal(folded(text)) + "%")
        case .endsWith(let text): like(column, "%" + Self.literal(folded(text)))
        case .among(let texts): "\(sql: column) IN \(list: texts.map(folded))"
        case .notAmong(let texts): "\(sql: column) NOT IN \(list: texts.map(folded))"
        }
    }

    private func like(_ column: SQL, _ pattern: String) -> SQL { "\(sql: column) LIKE \(pattern) ESCAPE '!'" }

    /// Escapes the special characters of a pattern.
    private static func literal(_ text: String) -> String {
        String(text.flatMap { character -> [Character] in "!%_".contains(character) ? ["!", character] : [character] })
    }
}

extension Users {
    func directory(
        _ query: DirectoryQuery,
        skipping: Int,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> DirectoryPage {
        try await access.readList(tenant) { transaction in
            let conditions = query.conditions(in: tenant)
            let rows = try transaction.rows(
                """
                SELECT \(sql: UserRow.columns) FROM users u WHERE \(sql: .all(conditions))
                ORDER BY \(sql: query.order) LIMIT \(limit) OFFSET \(skipping)
                """
            )
            let total: Int =
                try transaction.value("SELECT count(*) AS n FROM users u WHERE \(sql: .all(conditions))") ?? 0
            return DirectoryPage(users: try rows.map { try UserRow.user($0) }, total: total)
        }
    }

    func unlink(
        _ removal: IdentityRemoval,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable ([Identity]) throws(DomainError) -> AuditDraft
    ) async throws(DomainError) {
        let (user, provider) = (removal.user, removal.provider)
        try await access.write(tenant) { transaction in
            guard try UserRow.find(user, in: tenant, transaction) != nil else { throw DomainError.notFound(.user) }
            let identities = try Self.identities(of: [user], in: tenant, transaction)[user] ?? []
            let audit = try decide(identities)
            let context = ActionContext(tenant, at: audit.at)
            if provider == .apple { try UserRow.leaveApple(user, in: context, transaction) }
            try transaction.execute(
                "DELETE FROM identities WHERE tenant_id = \(tenant) AND user_id = \(user) AND provider = \(provider)"
            )
            try SessionRow.endSessions(startedBy: removal, in: context, transaction)
            try trail.append(audit, to: tenant, in: transaction)
        }
    }
}
