import Domain
import StrictJSON

/// Creates and invites users.
extension UserAdministration {
    /// The data of a new user, from a form or a request.
    public struct Draft: Sendable {
        public var email: String?
        public var name: String?
        public var role: String
        public var password: String?
        public var userMetadata: JSONObject
        public var appMetadata: JSONObject

        public init(
            email: String?,
            name: String?,
            role: String,
            password: String? = nil,
            userMetadata: JSONObject = [:],
            appMetadata: JSONObject = [:]
        ) {
            self.userMetadata = userMetadata
            self.appMetadata = appMetadata
            self.email = email
            self.name = name
            self.role = role
            self.password = password
        }
    }

    /// Creates an active user; with a password they can sign in at once.
    /// - Throws: `.invalid`, `.conflict(.emailTaken)`, `.denied(.outranked)` for a role above the caller's.
    public func create(_ draft: Draft, grant: Grant<ManageUsers>) async throws(DomainError) -> User {
        let fields = try validated(draft)
        var hash: PasswordHash?
        if let password = draft.password, !password.isEmpty {
            hash = try await passwords.hash(password, for: grant.tenant)
        }
        let user = try await newUser(fields, state: .active, in: grant.tenant)
        try await insert(user, password: hash, grant: grant)
        return user
    }

    /// Invites a user: they set their password through the link, which is shown once.
    /// - Throws: as `create`; an invitation needs an address.
    public func invite(
        _ draft: Draft,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> (user: User, link: Credential) {
        let fields = try validated(draft)
        guard fields.email != nil else { throw .invalid("email", .missing) }
        let user = try await newUser(fields, state: .invited, in: grant.tenant)
        let (link, invitation) = newInvitation(by: grant.principal, in: grant.tenant)
        try await insert(user, invitation: invitation, grant: grant)
        return (user, link)
    }

    /// Creates a new link for a user invited before; the old one becomes void.
    /// - Throws: `.notFound(.user)`, `.invalid` when the user has signed in already.
    public func inviteAgain(_ id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) -> Credential {
        let (link, invitation) = newInvitation(by: grant.principal, in: grant.tenant)
        let now = systemContext.now()
        try await users.invite(id, with: invitation, in: grant.tenant) { record throws(DomainError) in
            // Any holder of the link can take over this account.
            try grant.principal.mayGive(record.role)
            if record.role.administers { try grant.principal.mustHaveProven(by: now) }
            guard record.user.state == .invited else {
                throw .invalid(
                    "state",
                    .malformed(
                        .localizable("forms.invitation-accepted", "This user has already accepted an invitation.")
                    )
                )
            }
            return AuditDraft(.userInvited, by: grant.principal, at: now, target: .init(.user, id))
        }
        return link
    }

    func insert(
        _ user: User,
        password: PasswordHash? = nil,
        invitation: NewInvitation? = nil,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) {
        let draft = AuditDraft(
            invitation == nil ? .userCreated : .userInvited,
            by: grant.principal,
            at: user.createdAt,
            target: .init(.user, user.id),
            changes: [
                .init("email", from: nil, to: user.email?.masked), .init("role", from: nil, to: user.role.description),
            ]
        )
        try await users.insert(
            NewUser(user: user, password: password, invitation: invitation, audit: draft),
            in: grant.tenant
        ) { role throws(DomainError) in
            try grant.principal.mayGive(role)
            if role.administers { try grant.principal.mustHaveProven(by: user.createdAt) }
        }
    }

    private struct Fields {
        let email: EmailAddress?
        let name: String?
        let role: Role.Name
        let userMetadata: UserAttributes
        let appMetadata: JSONObject
    }

    private func validated(_ draft: Draft) throws(DomainError) -> Fields {
        var problems: [FieldProblem] = []
        let email = Self.email(draft.email, &problems)
        let name = Self.name(draft.name, &problems)
        let role = Role.Name(draft.role)
        if role == nil {
            problems.append(.init(field: "role", rule: draft.role.isEmpty ? .missing : .malformed(.noSuchRole)))
        }
        if let password = draft.password, !password.isEmpty {
            do { try PasswordRules.check(password, about: [draft.email ?? "", draft.name ?? ""]) } catch {
                problems.append(.init(field: "password", rule: error))
            }
            if email == nil {
                problems.append(.init(field: "email", rule: .malformed(.passwordWithoutEmail)))
            }
        }
        Self.rejectNameless(email, name, &problems)
        let metadata = Self.attributes(draft.userMetadata, "user_metadata", &problems)
        guard problems.isEmpty, let role else { throw .invalid(problems) }
        return Fields(email: email, name: name, role: role, userMetadata: metadata, appMetadata: draft.appMetadata)
    }

    private static func attributes(
        _ object: JSONObject,
        _ field: String,
        _ problems: inout [FieldProblem]
    ) -> UserAttributes {
        do { return try UserAttributes(object) } catch {
            problems.append(.init(field: field, rule: error))
            return .none
        }
    }

    /// Includes the attributes that the tenant's settings have for new users.
    private func newUser(_ fields: Fields, state: User.State, in tenant: Tenant.ID) async throws(DomainError) -> User {
        let now = systemContext.now()
        let defaults = try await settings.settings(of: tenant).settings.appMetadata(at: now)
        let appMetadata: UserAttributes
        do { appMetadata = try defaults.merging(fields.appMetadata) } catch { throw .invalid("app_metadata", error) }
        return User(
            id: systemContext.newID(),
            tenant: tenant,
            email: fields.email,
            emailVerified: false,
            name: fields.name,
            role: fields.role,
            state: state,
            createdAt: now,
            updatedAt: now,
            lastSeenAt: nil,
            userMetadata: fields.userMetadata,
            appMetadata: appMetadata
        )
    }

    private func newInvitation(by principal: Principal, in tenant: Tenant.ID) -> (Credential, NewInvitation) {
        let link = Credential(.invitation, tenant: tenant, random: systemContext.random(Credential.randomBytes))
        return (
            link,
            NewInvitation(
                token: CredentialHash(link),
                by: principal.maker,
                expiresAt: systemContext.now() + NewInvitation.lifetime
            )
        )
    }
}
