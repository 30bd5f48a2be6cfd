import Domain
import Foundation
import StrictJSON
import Synchronization

/// Lets an administrator manage the users of a tenant.
///
/// The rules of rank and of the last administrator are checked inside the transaction that makes the change, on data
/// read in it.
public struct UserAdministration: Sendable {
    let users: any UserStore
    let settings: any TenantSettingsStore
    let passwords: PasswordGate
    let notices: AccountNotices
    let systemContext: SystemContext
    let places = DirectoryPlaces()

    init(
        users: any UserStore,
        settings: any TenantSettingsStore,
        passwords: PasswordGate,
        notices: AccountNotices,
        systemContext: SystemContext
    ) {
        self.users = users
        self.settings = settings
        self.passwords = passwords
        self.notices = notices
        self.systemContext = systemContext
    }

    public func page(
        _ query: UserQuery,
        _ request: PageRequest,
        grant: Grant<ReadUsers>
    ) async throws(DomainError) -> Page<UserSummary> {
        try await users.page(query, request, in: grant.tenant)
    }

    public func count(_ query: UserQuery, grant: Grant<ReadUsers>) async throws(DomainError) -> UserCount {
        try await users.count(query, in: grant.tenant)
    }

    /// - Throws: `.notFound(.user)`
    public func user(
        _ id: User.ID,
        grant: Grant<ReadUsers>
    ) async throws(DomainError) -> (summary: UserSummary, role: Role, identities: [Identity]) {
        try await users.user(id, in: grant.tenant)
    }

    /// The number of users one bulk action may name; further ones are left out.
    public static let maximumTogether = 200

    /// Returns the users with these ids that exist.
    public func users(_ ids: Set<User.ID>, grant: Grant<ReadUsers>) async throws(DomainError) -> [User.ID: User] {
        guard !ids.isEmpty else { return [:] }
        let found = try await users.users(Array(ids.prefix(Self.maximumTogether)), in: grant.tenant)
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

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

    /// Makes a new link for a user invited before; the old one becomes void.
    /// - Throws: `.notFound(.user)`, `.invalid` when the user has signed in already.
    public func inviteAgain(_ id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) -> Credential {
        let (link, invitation) = newInvitation(by: grant.principal, in: grant.tenant)
        let now = systemContext.now()
        try await users.invite(id, with: invitation, in: grant.tenant) { record throws(DomainError) in
            // Any holder of the link can take over this account.
            try grant.principal.mayGive(record.role)
            if record.role.administers { try grant.principal.mustHaveProven(by: now) }
            guard record.user.state == .invited else {
                throw .invalid("state", .malformed("This user has already accepted an invitation."))
            }
            return AuditDraft(.userInvited, by: grant.principal, at: now, target: .init(.user, id))
        }
        return link
    }

    /// New values; nil leaves a field as it is, an empty text clears it.
    public struct Edit: Sendable {
        public var email: String?
        public var name: String?
        public var emailVerified: Bool?
        /// Members that replace the current ones; null removes one.
        public var userMetadata: JSONObject?
        public var appMetadata: JSONObject?
        public var ban: UserRevision.Ban?

        public init(email: String? = nil, name: String? = nil) {
            self.email = email
            self.name = name
        }

        fileprivate var revision: UserRevision {
            var revision = UserRevision()
            revision.emailVerified = emailVerified
            revision.userMetadata = userMetadata
            revision.appMetadata = appMetadata
            revision.ban = ban
            return revision
        }
    }

    /// A new address makes an open invitation void: its link was sent to the old one. A ban ends all sessions.
    /// - Throws: `.notFound(.user)`, `.invalid`, `.conflict(.emailTaken)`, `.denied(.outranked)`, and for a ban as
    ///   `disable`.
    public func update(_ id: User.ID, _ edit: Edit, grant: Grant<ManageUsers>) async throws(DomainError) -> User {
        var problems: [FieldProblem] = []
        let email = Self.email(edit.email, &problems)
        let name = Self.name(edit.name, &problems)
        let now = systemContext.now()
        if case .until(let moment) = edit.ban, moment <= now {
            problems.append(.init(field: "banned_until", rule: .malformed("This is past. Use null to lift a ban.")))
        }
        guard problems.isEmpty else { throw .invalid(problems) }
        let revision = edit.revision
        let searched = name.map { SearchedName($0) }
        return try await change(id, grant: grant) { record throws(DomainError) in
            let old = record.user
            if revision.ban?.isOne == true { try Self.refuseDisabling(record, grant.principal) }
            let new = try revision.applied(
                to: old,
                email: edit.email == nil ? old.email : email,
                name: edit.name == nil ? old.name : name,
                at: now
            )
            guard new.email != nil || old.email == nil || record.role.permissions.isEmpty else {
                throw .invalid("email", .malformed("Users with console access need an email address to sign in with."))
            }
            guard new != old.with(updatedAt: now) else { return UserDecision(.keep(old), audit: nil) }
            try Self.guardAddress(of: record, becoming: new, by: grant.principal, at: now)
            let isBanned = new.state == .disabled && old.state != .disabled
            let isTakenOver = Self.isTakenOver(record, becoming: new)
            return UserDecision(
                .keep(new),
                endSessions: isBanned ? .userDisabled : isTakenOver ? .passwordChanged : nil,
                voidsInvitations: old.email != new.email || isBanned || isTakenOver,
                forgetsIdentities: isTakenOver,
                name: searched,
                audit: AuditDraft(
                    isBanned ? .userDisabled : .userUpdated,
                    by: grant.principal,
                    at: now,
                    target: .init(.user, id),
                    changes: revision.changes(from: old, to: new)
                )
            )
        }
    }

    /// Gives a user another role. Their console sessions end, so that no old permission outlives it; their app sessions
    /// stay and show the new role. An open invitation becomes void, because its link was made for the old role.
    /// - Throws: `.notFound(.user)`, `.invalid`, `.denied(.outranked)`, `.conflict(.lastAdministrator)`
    public func assign(role name: String, to id: User.ID, grant: Grant<AssignRoles>) async throws(DomainError) -> User {
        guard let role = Role.Name(name) else { throw .invalid("role", .malformed("This tenant has no such role.")) }
        let now = systemContext.now()
        let principal = grant.principal
        let user = try await users.change(id, in: grant.tenant, newRole: role) { record throws(DomainError) in
            try principal.mayAct(onRank: record.role.rank)
            guard let newRole = record.newRole else {
                throw .invalid("role", .malformed("This tenant has no such role."))
            }
            try principal.mayGive(newRole)
            guard newRole.name != record.user.role else { return UserDecision(.keep(record.user), audit: nil) }
            if newRole.administers { try principal.mustHaveProven(by: now) }
            try Self.keepOneAdministrator(record)
            let change = AuditEntry.Change("role", from: record.user.role.description, to: newRole.name.description)
            return UserDecision(
                .keep(record.user.with(.init(role: newRole.name), updatedAt: now)),
                endSessions: .roleChanged,
                endKinds: [.console],
                voidsInvitations: true,
                audit: AuditDraft(.roleAssigned, by: principal, at: now, target: .init(.user, id), changes: [change])
            )
        }
        guard let user else { throw .notFound(.user) }
        return user
    }

    // MARK: Parts

    /// Changes a user, and notifies their former mailbox when the change gives the account another address or password.
    func change(
        _ id: User.ID,
        grant: Grant<ManageUsers>,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> User {
        let place = try await notices.place(of: grant.principal, in: grant.tenant)
        let change = Mutex<(former: User, hasNewPassword: Bool)?>(nil)
        let user = try await users.change(id, in: grant.tenant, newRole: nil) { record throws(DomainError) in
            try grant.principal.mayAct(onRank: record.role.rank)
            let decision = try decide(record)
            change.withLock { $0 = (record.user, decision.password != nil) }
            return decision
        }
        guard let user, let (former, hasNewPassword) = change.withLock({ $0 }) else { throw .notFound(.user) }
        if let place { notices.notify(from: former, to: user, hasNewPassword: hasNewPassword, at: place) }
        return user
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
            problems.append(
                .init(field: "role", rule: draft.role.isEmpty ? .missing : .malformed("This tenant has no such role."))
            )
        }
        if let password = draft.password, !password.isEmpty {
            do { try PasswordRules.check(password, about: [draft.email ?? "", draft.name ?? ""]) } catch {
                problems.append(.init(field: "password", rule: error))
            }
            if email == nil {
                problems.append(
                    .init(field: "email", rule: .malformed("A password needs an email address to sign in with."))
                )
            }
        }
        Self.refuseNameless(email, name, &problems)
        let metadata = Self.attributes(draft.userMetadata, "user_metadata", &problems)
        guard problems.isEmpty, let role else { throw .invalid(problems) }
        return Fields(email: email, name: name, role: role, userMetadata: metadata, appMetadata: draft.appMetadata)
    }

    static func email(_ text: String?, _ problems: inout [FieldProblem]) -> EmailAddress? {
        guard let text, !text.isEmpty else { return nil }
        guard let email = EmailAddress(text) else {
            problems.append(
                .init(field: "email", rule: .malformed("This is not an email address, like ada@example.com."))
            )
            return nil
        }
        return email
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

    static func name(_ text: String?, _ problems: inout [FieldProblem]) -> String? {
        guard let text else { return nil }
        do { return try DisplayName.validated(text) } catch {
            problems.append(.init(field: "name", rule: error))
            return nil
        }
    }

    /// Includes the attributes that the tenant gives every new user.
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
