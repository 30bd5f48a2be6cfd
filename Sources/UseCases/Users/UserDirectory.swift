import Domain

/// Lets a tenant's backend manage its users, all parts of a change in one transaction.
extension UserAdministration {
    /// The largest offset of a list: the database reads every skipped user.
    public static let maximumSkipped = 10_000
    public static let directoryLimits = 1...1000

    /// Lists users, newest first. There is no limit to the number of pages.
    /// - Throws: `.invalid` for an offset beyond the limit.
    public func directory(
        _ query: UserQuery,
        skipping: Int,
        limit: Int,
        grant: Grant<ReadUsers>
    ) async throws(DomainError) -> [AccountProfile] {
        let (tenant, now) = (grant.tenant, systemContext.now())
        let place = skipping == 0 ? nil : places.place(.init(query.search, skipped: skipping, in: tenant), at: now)
        if place == nil { try Self.checkSkipped(skipping, at: "page") }
        let found = try await users.directory(
            query,
            at: ListOffset(after: place, skipping: place == nil ? skipping : 0, limit: limit),
            in: tenant
        )
        if found.count == limit, let last = found.last {
            places.remember(last.user.id, before: .init(query.search, skipped: skipping + limit, in: tenant), at: now)
        }
        return found
    }

    static func checkSkipped(_ number: Int, at field: String) throws(DomainError) {
        guard number <= maximumSkipped else {
            throw .invalid(
                field,
                .malformed(
                    .english(
                        "A list by number goes as far as \(maximumSkipped). Narrow the search, or read page after page by the cursor of /api/v1."
                    )
                )
            )
        }
    }

    /// Creates an active user with all values of the revision.
    /// - Throws: as `create`.
    public func create(_ revision: UserRevision, grant: Grant<ManageUsers>) async throws(DomainError) -> User {
        var problems: [FieldProblem] = []
        let email = Self.email(revision.email, &problems)
        if revision.password != nil, email == nil, problems.isEmpty {
            problems.append(.init(field: "email", rule: .malformed(.passwordWithoutEmail)))
        }
        let name = Self.name(revision.name, &problems)
        Self.rejectNameless(email, name, &problems)
        let hash = try await hash(revision, problems, about: revision.email, in: grant.tenant)
        let settings = try await settings.settings(of: grant.tenant).settings
        let now = systemContext.now()
        let blank = User(
            id: systemContext.newID(),
            tenant: grant.tenant,
            email: email,
            emailVerified: revision.emailVerified ?? false,
            name: name,
            role: .customer,
            state: .active,
            createdAt: now,
            updatedAt: now,
            lastSeenAt: nil,
            appMetadata: settings.appMetadata(at: now)
        )
        let user = try revision.applied(to: blank, email: email, name: name, at: now)
        try await insert(user, password: hash, grant: grant)
        return user
    }

    /// Changes a user. A new password, or a ban, ends all sessions of the user.
    /// - Throws: `.notFound(.user)`, `.invalid`, `.conflict(.emailTaken)`, `.denied(.outranked)`,
    ///   `.denied(.ownAccount)`, `.conflict(.lastAdministrator)`
    public func revise(
        _ id: User.ID,
        _ revision: UserRevision,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> User {
        var problems: [FieldProblem] = []
        let email = Self.email(revision.email, &problems)
        let name = Self.name(revision.name, &problems)
        let hash = try await hash(revision, problems, about: revision.email, in: grant.tenant)
        let now = systemContext.now()
        let update = UserChange(revision: revision, password: hash, principal: grant.principal, now: now)
        return try await change(id, grant: grant) { record throws(DomainError) in
            if hash != nil {
                // Administrators change their own password with the current one, or soon after they signed in.
                try Self.rejectOwnAccount(id, grant.principal)
                try grant.principal.mayGive(record.role)
                // A caller who sets the password can sign in as this user, as with a link.
                try grant.principal.mustHaveProven(by: now)
            }
            if revision.ban?.isOne == true { try Self.rejectDisabling(record, grant.principal) }
            let new = try revision.applied(
                to: record.user,
                email: email ?? record.user.email,
                name: revision.name == nil ? record.user.name : name,
                at: now
            )
            guard hash == nil || new.email != nil else { throw .invalid("password", .malformed(.passwordWithoutEmail)) }
            return try update.decision(about: record, becoming: new)
        }
    }

    private func hash(
        _ revision: UserRevision,
        _ problems: [FieldProblem],
        about email: String?,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> PasswordHash? {
        var problems = problems
        if let password = revision.password {
            do { try PasswordRules.check(password, about: [email ?? ""]) } catch {
                problems.append(.init(field: "password", rule: error))
            }
        }
        guard problems.isEmpty else { throw .invalid(problems) }
        guard let password = revision.password else { return nil }
        return try await passwords.hash(password, for: tenant)
    }
}
