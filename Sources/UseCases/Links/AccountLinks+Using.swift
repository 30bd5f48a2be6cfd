import Domain

extension AccountLinks {
    /// Reads a link without using it up.
    /// - Throws: `.link(.gone)`, `.throttled`, `.unavailable`
    public func open(_ text: String, from origin: RequestOrigin) async throws(AuthFailure) -> OpenLink {
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await countTry(from: origin)
            return try await found(text)
        }
    }

    func found(_ text: String) async throws(DomainError) -> OpenLink {
        guard let token = Credential(text, .link), let tenant = token.tenant,
            let open = try await store.link(CredentialHash(token), in: ActionContext(tenant, at: systemContext.now())),
            open.tenant.state == .active,
            open.user.state == .active || open.user.hasServedBan(at: systemContext.now())
        else { throw .notFound(.link) }
        return open
    }

    /// Uses a link up: confirms the user's address, or changes it.
    /// - Throws: `.link(.gone)`, `.userDisabled`, `.emailTaken`, `.throttled`, `.unavailable`
    public func follow(
        _ presented: PresentedLink,
        for purposes: Set<OneTimeLink.Purpose>,
        handsOver: Bool = false,
        in context: SignInContext
    ) async throws(AuthFailure) -> FollowedLink {
        try await attempts.recording(.linkUse, in: context) { () throws(AuthFailure) in
            try await followed(presented, for: purposes, handsOver: handsOver, in: context)
        }
    }

    private func followed(
        _ presented: PresentedLink,
        for purposes: Set<OneTimeLink.Purpose>,
        handsOver: Bool,
        in context: SignInContext
    ) async throws(AuthFailure) -> FollowedLink {
        let now = systemContext.now()
        let token = Credential(.link, tenant: context.tenant.id, random: systemContext.random(Credential.randomBytes))
        let exchange: NewLinkMaker = { Self.exchange(after: $0, token, at: now) }
        let next = handsOver ? exchange : nil
        let open = try await use(.init(presented, for: purposes, next: next), in: context) {
            link,
            record throws(DomainError) in
            try Self.shown(link, record, at: now, from: context.origin)
        }
        notices.notifyFormerAddress(open, in: context)
        await forgetLimits(at: open)
        let isExchanged = handsOver && open.link.challenge != nil
        return FollowedLink(link: open.link, user: open.user, role: open.role, exchange: isExchanged ? token : nil)
    }

    /// Opens a session for a user whose link was just used, and records when that fails.
    public func begin(_ followed: FollowedLink, in context: SignInContext) async throws(AuthFailure) -> SignedIn {
        let user = followed.user
        do throws(AuthFailure) {
            return try await opened(user, followed.role, recovers: followed.link.isRecovery, in: context)
        } catch {
            attempts.record(AttemptEntry(.linkUse, error, user: user.id), in: context)
            throw error
        }
    }

    /// - Parameter recovers: a user who recovers the account is not rejected because of the number of sessions, which
    ///   may all be those of a thief.
    func opened(
        _ user: User,
        _ role: Role,
        recovers: Bool = false,
        in context: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            let settings = try await settings.settings(of: context.tenant.id).settings
            let opening = SessionOpening(user, role, settings: settings, makesRoom: recovers)
            return try await opener.open(opening, in: context)
        }
    }

    /// Opens a session for a user who just accepted an invitation.
    public func begin(_ user: User, in context: SignInContext) async throws(AuthFailure) -> SignedIn {
        guard let email = user.email else { throw .link(.gone) }
        let account = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await accounts.account(email, in: context.tenant.id)
        }
        guard let account, account.user.id == user.id else { throw .link(.gone) }
        return try await opened(account.user, account.role, in: context)
    }

    /// Resets the limits of the mailbox, so that its owner need not wait because of others' guesses or requested
    /// messages.
    func forgetLimits(at used: OpenLink) async {
        // A link that was handed over does not prove who has the mailbox.
        if used.link.maker == nil, let mailbox = used.link.email {
            await notices.budget.confirm(mailbox, in: used.tenant.id)
        }
        guard [.signIn, .resetPassword].contains(used.link.purpose), let email = used.user.email else { return }
        try? await limiter.forgetFailures(of: email, in: used.tenant.id)
    }

    /// The use of a link as the user presents it.
    struct PresentedUse {
        let link: PresentedLink
        let purposes: Set<OneTimeLink.Purpose>
        var next: NewLinkMaker?
        /// False where the caller has counted the try.
        var countsTry = true

        init(
            _ link: PresentedLink,
            for purposes: Set<OneTimeLink.Purpose>,
            next: NewLinkMaker? = nil,
            countsTry: Bool = true
        ) {
            self.link = link
            self.purposes = purposes
            self.next = next
            self.countsTry = countsTry
        }
    }

    func use(
        _ presented: PresentedUse,
        in context: SignInContext,
        decide: @escaping @Sendable (OneTimeLink, UserRecord) throws(DomainError) -> UserDecision
    ) async throws(AuthFailure) -> OpenLink {
        let now = systemContext.now()
        let used = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            if presented.countsTry { try await countTry(from: context.origin) }
            let (key, claims) = try await key(of: presented.link, in: context)
            let use = LinkUse(key, for: presented.purposes, next: presented.next)
            let used = try await store.use(use, in: ActionContext(context.tenant.id, at: now)) {
                link,
                record throws(DomainError) in
                let mayEnter = record.user.state == .active || record.user.hasServedBan(at: now)
                return try mayEnter ? decide(link, record) : UserDecision(.keep(record.user), audit: nil)
            }
            if used != nil, !claims.isEmpty { try await limiter.giveBack(claims) }
            return used
        }
        guard let used, used.tenant.state == .active else { throw .link(.gone) }
        guard used.user.state == .active else { throw .userDisabled }
        return used
    }

    /// - Returns: the key, with the tokens of the code limit that a correct code returns.
    private func key(
        of presented: PresentedLink,
        in context: SignInContext
    ) async throws -> (key: LinkKey, claims: [RateLimitClaim]) {
        switch presented {
        case .token(let text):
            guard let token = Credential(text, .link), token.tenant == context.tenant.id else {
                throw AuthFailure.link(.gone)
            }
            return (.token(CredentialHash(token)), [])
        case .digits(let text, let email):
            guard let email = EmailAddress(email),
                let counted = try await counted(text, at: email, in: context.tenant.id, from: context.origin)
            else { throw AuthFailure.link(.gone) }
            return (counted.key, counted.claims)
        }
    }

    func countTry(from origin: RequestOrigin) async throws(DomainError) {
        try await limiter.take(limiter.claims(.linkByAddress, tenant: nil, from: origin))
    }
}

extension AccountNotices {
    /// Notifies the former mailbox, if it was confirmed, when a link changed the account's email.
    func notifyFormerAddress(_ used: OpenLink, in context: SignInContext) {
        guard used.link.purpose == .changeEmail, used.formerEmail != used.user.email else { return }
        notify(.emailChanged, to: NoticeRecipient(used.formerEmail, of: used.user), in: context)
    }
}

/// A link as the user presents it: its token, or its code with the address it was sent to.
public enum PresentedLink: Sendable {
    case token(String)
    case digits(String, email: String)
}

/// A used link and its effect.
public struct FollowedLink: Sendable {
    public let link: OneTimeLink
    public let user: User
    public let role: Role
    /// The code that the app exchanges for a session, when it keeps the verifier.
    public let exchange: Credential?
}

extension FollowedLink: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}
