import Crypto
import Domain
import Foundation

/// Creates and checks links and codes by which users prove that a mailbox is theirs, and links that an administrator
/// hands over.
///
/// The account is looked up later, when the message is written: every request gets an equal response in equal time.
public struct AccountLinks: Sendable {
    let store: any LinkStore
    let users: any UserStore
    let accounts: any PasswordStore
    let settings: any TenantSettingsStore
    let signUps: SignUp
    var signIns: PasswordSignIn { signUps.signIns }
    var opener: SessionOpener { signIns.opener }
    let passwords: PasswordGate
    let limiter: RateLimiter
    var budget: MailBudget { MailBudget(limiter: limiter) }
    var attempts: AttemptLog { signIns.attempts }
    public let mail: MailQueue
    let notices: AccountNotices
    let texts: TextCatalogue
    let key: SymmetricKey
    let systemContext: SystemContext
    let address: PublicAddress

    init(
        store: any LinkStore,
        users: any UserStore,
        accounts: any PasswordStore,
        settings: any TenantSettingsStore,
        signUps: SignUp,
        passwords: PasswordGate,
        limiter: RateLimiter,
        mail: MailQueue,
        notices: AccountNotices,
        texts: TextCatalogue,
        root: RootKey,
        systemContext: SystemContext,
        address: PublicAddress
    ) {
        self.store = store
        self.users = users
        self.accounts = accounts
        self.settings = settings
        self.signUps = signUps
        self.passwords = passwords
        self.limiter = limiter
        self.mail = mail
        self.notices = notices
        self.texts = texts
        key = root.derived(for: .links)
        self.systemContext = systemContext
        self.address = address
    }

    /// A link with its code: the only time that both are known.
    public struct IssuedLink: Sendable {
        public let url: String
        public let token: Credential
        public let code: String
        public let link: OneTimeLink
    }

    /// Creates a link for an administrator to hand over; nothing is sent.
    /// - Throws: `.notFound(.user)`, `.invalid`, `.denied(.outranked)`, `.denied(.proofNeeded)`
    public func make(
        _ draft: LinkDraft,
        for user: User.ID,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> IssuedLink {
        // Any holder of the link can take over this account.
        try grant.principal.mustHaveProven(by: systemContext.now())
        let settings = try await settings.settings(of: grant.tenant).settings
        let found = try await users.user(user, in: grant.tenant).summary.user
        guard let email = try Self.address(of: found, draft) else {
            throw .invalid("purpose", .malformed(.english("This user has no e-mail address.")))
        }
        if let returnTo = draft.returnTo, !settings.allows(returnTo: returnTo) {
            throw .invalid(
                "return_to",
                .malformed(.english("This is none of the addresses in the setting redirect_urls."))
            )
        }
        let issued = issue(
            OneTimeLink(
                tenant: grant.tenant,
                purpose: draft.purpose,
                user: user,
                email: email,
                returnTo: draft.returnTo,
                opensSession: draft.opensSession && draft.returnTo != nil,
                maker: grant.principal.maker,
                createdAt: systemContext.now()
            )
        )
        try await store(issued, for: found, grant: grant)
        return issued
    }

    /// Stores a link that is handed over, with its audit entry.
    private func store(_ issued: IssuedLink, for found: User, grant: Grant<ManageUsers>) async throws(DomainError) {
        let change = AuditEntry.Change("purpose", from: nil, to: issued.link.purpose.rawValue)
        let audit = AuditDraft(
            .linkCreated,
            by: grant.principal,
            at: issued.link.createdAt,
            target: .init(.user, found.id),
            changes: [change]
        )
        try await store.insert(stored(issued, audit: audit), in: grant.tenant) { record throws(DomainError) in
            try grant.principal.mayGive(record.role)
            guard record.user.state == .active, record.user.email == found.email else {
                throw .invalid("purpose", .malformed(.english("This user is not active.")))
            }
        }
    }

    /// Creates a link for the user with this address.
    public func make(
        _ draft: LinkDraft,
        forAddress email: String,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> IssuedLink {
        guard let address = EmailAddress(email), let account = try await accounts.account(address, in: grant.tenant)
        else { throw .notFound(.user) }
        var opening = draft
        opening.opensSession = true
        return try await make(opening, for: account.user.id, grant: grant)
    }

    private static func address(of user: User, _ draft: LinkDraft) throws(DomainError) -> EmailAddress? {
        guard draft.purpose == .changeEmail else {
            guard draft.newEmail == nil else {
                throw .invalid("email", .malformed(.english("Only a change of address has one.")))
            }
            return user.email
        }
        var problems: [FieldProblem] = []
        let email = UserAdministration.email(draft.newEmail, &problems)
        guard problems.isEmpty else { throw .invalid(problems) }
        guard let email else { throw .invalid("email", .missing) }
        return email
    }

    // MARK: Parts

    func issue(_ link: OneTimeLink) -> IssuedLink {
        let token = Credential(.link, tenant: link.tenant, random: systemContext.random(Credential.randomBytes))
        let number = systemContext.random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Eight digits; the remainder of 64 bits favours none by more than one in a hundred thousand million.
        let digits = String(number % 100_000_000)
        let code = String(repeating: "0", count: OneTimeLink.codeDigits - digits.count) + digits
        return IssuedLink(url: address.url("/links/\(token.text)"), token: token, code: code, link: link)
    }

    func stored(
        _ issued: IssuedLink,
        audit: AuditDraft? = nil,
        askedBy: Data? = nil,
        replacement: NewLink.Replacement = .all
    ) -> NewLink {
        let token = CredentialHash(issued.token)
        let code = issued.link.purpose == .exchange ? nil : code(issued.code, of: token)
        return NewLink(
            link: issued.link,
            token: token,
            code: code,
            audit: audit,
            askedBy: askedBy,
            replacement: replacement
        )
    }

    /// The hash is keyed, because an attacker who has only a plain hash of eight digits soon finds them.
    func code(_ digits: String, of token: CredentialHash) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: token.bytes + Data(digits.utf8), using: key))
    }
}

/// Checks the codes that reauthenticate a signed-in user.
extension AccountLinks {
    /// Whether the code reauthenticates the user; uses the code up.
    func isReauthenticated(
        _ digits: String,
        _ user: User,
        from origin: RequestOrigin
    ) async throws(DomainError) -> Bool {
        guard let email = user.email else { return false }
        try await countTry(from: origin)
        guard let counted = try await counted(digits, at: email, in: user.tenant, from: origin) else { return false }
        let used = try await store.use(
            LinkUse(counted.key, for: [.reauthentication]),
            in: ActionContext(user.tenant, at: systemContext.now())
        ) { link, record throws(DomainError) in
            guard link.user == user.id else { throw .notFound(.link) }
            return UserDecision(.keep(record.user), audit: nil)
        }
        guard used != nil else { return false }
        try await limiter.giveBack(counted.claims)
        return true
    }
}

extension TenantSettings {
    /// Whether a browser may be redirected to this address afterwards.
    public func allows(returnTo address: String) -> Bool { redirects.contains { $0.allows(address) } }
}

/// A link that an administrator hands over, as requested.
public struct LinkDraft: Sendable {
    public let purpose: OneTimeLink.Purpose
    /// Required for a change of address, and only then.
    public let newEmail: String?
    /// The address the browser is sent to afterwards; one of the tenant's own.
    public let returnTo: String?
    /// A session is handed over at that address.
    public var opensSession: Bool

    public init(
        _ purpose: OneTimeLink.Purpose,
        newEmail: String? = nil,
        returnTo: String? = nil,
        opensSession: Bool = false
    ) {
        self.purpose = purpose
        self.newEmail = newEmail
        self.returnTo = returnTo
        self.opensSession = opensSession
    }
}
