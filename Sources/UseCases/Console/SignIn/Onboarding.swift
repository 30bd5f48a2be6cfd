import Domain

/// Provides users with their first access to the console: by the set-up link, as an operator created on the command
/// line, or by an invitation.
public struct Onboarding: Sendable {
    public static let setupLifetime = Duration.hours(24)

    let store: any ConsoleStore
    let operators: any OperatorStore
    let passwords: PasswordGate
    let limiter: RateLimiter
    let systemContext: SystemContext

    /// Creates the one-time link for creating the first operator; an earlier link becomes void.
    /// - Returns: nil when there is an operator already.
    public func newSetupLink() async throws(DomainError) -> Credential? {
        let link = Credential(.setup, tenant: nil, random: systemContext.random(Credential.randomBytes))
        let now = systemContext.now()
        let isNew = try await store.replaceSetupLink(CredentialHash(link), at: now, expiresAt: now + Self.setupLifetime)
        return isNew ? link : nil
    }

    /// - Throws: `.notFound(.setupLink)`, `.throttled`
    public func checkSetupLink(_ text: String, from origin: RequestOrigin) async throws(DomainError) {
        try await countTry(origin)
        guard let link = Credential(text, .setup),
            try await store.isSetupLink(CredentialHash(link), at: systemContext.now())
        else { throw .notFound(.setupLink) }
    }

    /// - Throws: `.notFound(.setupLink)`, `.conflict(.setupDone)`, `.invalid`
    public func setUp(_ draft: OperatorDraft, link text: String, from origin: RequestOrigin) async throws(DomainError) {
        try await countTry(origin)
        guard let link = Credential(text, .setup) else { throw .notFound(.setupLink) }
        let (account, hash) = try await newOperator(draft)
        let audit = Self.audit(account, by: .operator(account.id, from: origin))
        try await store.setUp(CredentialHash(link), operator: account, password: hash, audit: audit)
    }

    /// Creates an operator from the command line.
    /// - Throws: `.invalid`, `.conflict(.emailTaken)`
    public func createOperator(_ draft: OperatorDraft, grant: InstallationGrant) async throws(DomainError) -> Operator {
        let (account, hash) = try await newOperator(draft)
        try await operators.insert(account, password: hash, audit: Self.audit(account, by: grant.principal))
        return account
    }

    /// Returns the user an invitation is for.
    /// - Throws: `.notFound(.invitation)`, `.throttled`
    public func invited(_ text: String, from origin: RequestOrigin) async throws(DomainError) -> (User, Tenant) {
        try await countTry(origin)
        guard let link = Credential(text, .invitation), let tenant = link.tenant else { throw .notFound(.invitation) }
        return try await store.invited(CredentialHash(link), in: ActionContext(tenant, at: systemContext.now()))
    }

    /// Sets the password of an invited user; the link is used up.
    /// - Throws: `.notFound(.invitation)`, `.invalid`
    public func accept(
        invitation text: String,
        name: String?,
        password: String,
        from origin: RequestOrigin
    ) async throws(DomainError) -> User {
        let (user, tenant) = try await invited(text, from: origin)
        guard let link = Credential(text, .invitation) else { throw .notFound(.invitation) }
        var problems: [FieldProblem] = []
        let title = UserAdministration.name(name, &problems)
        Self.check(password, about: [user.email?.description ?? "", title ?? ""], &problems)
        guard problems.isEmpty else { throw .invalid(problems) }
        let hash = try await passwords.hash(password, for: tenant.id)
        let now = systemContext.now()
        let acceptance = InvitationAcceptance(CredentialHash(link), name: title, password: hash)
        return try await store.accept(acceptance, in: ActionContext(tenant.id, at: now)) { id in
            Self.accepted(by: id, at: now, from: origin)
        }
    }

    /// Signs in an invited user without a password, who may set one later; the link is used up.
    /// - Throws: `.notFound(.invitation)`, also for an invitation of another tenant.
    public func accept(
        invitation text: String,
        of tenant: Tenant.ID,
        from origin: RequestOrigin
    ) async throws(DomainError) -> User {
        try await countTry(origin)
        guard let link = Credential(text, .invitation), link.tenant == tenant else { throw .notFound(.invitation) }
        let now = systemContext.now()
        let acceptance = InvitationAcceptance(CredentialHash(link))
        return try await store.accept(acceptance, in: ActionContext(tenant, at: now)) { id in
            Self.accepted(by: id, at: now, from: origin)
        }
    }

    private static func accepted(by id: User.ID, at now: Timestamp, from origin: RequestOrigin) -> AuditDraft {
        let principal = Principal(kind: .user(id), rank: 0, permissions: [], origin: origin)
        return AuditDraft(.invitationAccepted, by: principal, at: now, target: .init(.user, id))
    }

    private func countTry(_ origin: RequestOrigin) async throws(DomainError) {
        try await limiter.take(limiter.claims(.linkByAddress, tenant: nil, from: origin))
    }

    private func newOperator(_ draft: OperatorDraft) async throws(DomainError) -> (Operator, PasswordHash) {
        var problems: [FieldProblem] = []
        let address = UserAdministration.email(draft.email, &problems)
        if draft.email.isEmpty { problems.append(.init(field: "email", rule: .missing)) }
        let title = UserAdministration.name(draft.name, &problems)
        if title == nil, !problems.contains(where: { $0.field == "name" }) {
            problems.append(.init(field: "name", rule: .missing))
        }
        Self.check(draft.password, about: [draft.email, draft.name], &problems)
        guard problems.isEmpty, let address, let title else { throw .invalid(problems) }
        let hash = try await passwords.hash(draft.password, for: nil)
        return (Operator(id: systemContext.newID(), email: address, name: title, createdAt: systemContext.now()), hash)
    }

    private static func check(_ password: String, about words: [String], _ problems: inout [FieldProblem]) {
        do { try PasswordRules.check(password, about: words) } catch {
            problems.append(.init(field: "password", rule: error))
        }
    }

    private static func audit(_ user: Operator, by principal: Principal) -> AuditDraft {
        AuditDraft(
            .operatorCreated,
            by: principal,
            at: user.createdAt,
            target: .init(.operator, user.id),
            changes: [.init("email", from: nil, to: user.email.masked)]
        )
    }
}

/// The data of a new operator, as typed.
public struct OperatorDraft: Sendable {
    public let email: String
    public let name: String
    public let password: String

    public init(email: String, name: String, password: String) {
        self.email = email
        self.name = name
        self.password = password
    }
}

/// What an invited user enters to accept an invitation.
public struct InvitationAcceptance: Sendable {
    public let token: CredentialHash
    /// Nil keeps the name of the invitation.
    public let name: String?
    /// Nil for a user who sets a password later.
    public let password: PasswordHash?

    public init(_ token: CredentialHash, name: String? = nil, password: PasswordHash? = nil) {
        self.token = token
        self.name = name
        self.password = password
    }
}
