import Crypto
import Domain
import Foundation

extension AccountLinks {
    /// Reads a link without using it up.
    /// - Throws: `.link(.gone)`, `.throttled`, `.unavailable`
    public func open(_ text: String, from origin: Principal.Origin) async throws(AuthFailure) -> OpenLink {
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await countTry(from: origin)
            return try await found(text)
        }
    }

    private func found(_ text: String) async throws(DomainError) -> OpenLink {
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
        at place: SignInContext
    ) async throws(AuthFailure) -> FollowedLink {
        try await attempts.recording(.linkUse, at: place) { () throws(AuthFailure) in
            try await followed(presented, for: purposes, handsOver: handsOver, at: place)
        }
    }

    private func followed(
        _ presented: PresentedLink,
        for purposes: Set<OneTimeLink.Purpose>,
        handsOver: Bool,
        at place: SignInContext
    ) async throws(AuthFailure) -> FollowedLink {
        let moment = systemContext.now()
        let token = Credential(
            .link,
            tenant: place.tenant.id,
            random: systemContext.random(Credential.randomBytes)
        )
        let exchange: NewLinkMaker = { Self.exchange(after: $0, token, at: moment) }
        let next = handsOver ? exchange : nil
        let open = try await use(.init(presented, for: purposes, next: next), at: place) {
            link,
            record throws(DomainError) in
            try Self.shown(link, record, at: moment, from: place.origin)
        }
        notices.tellFormer(open, at: place)
        await forgetLimits(at: open)
        let isExchanged = handsOver && open.link.challenge != nil
        return FollowedLink(link: open.link, user: open.user, role: open.role, exchange: isExchanged ? token : nil)
    }

    /// Uses a link up and sets a new password. Every session of the user ends.
    /// - Throws: `.invalid` with `password`, and as `follow`.
    public func reset(
        _ text: String,
        password: String,
        at place: SignInContext
    ) async throws(AuthFailure) -> OpenLink {
        try await attempts.recording(.passwordReset, at: place) { () throws(AuthFailure) in
            try await afterReset(text, password: password, at: place)
        }
    }

    private func afterReset(
        _ text: String,
        password: String,
        at place: SignInContext
    ) async throws(AuthFailure) -> OpenLink {
        let open = try await self.open(text, from: place.origin)
        guard open.link.purpose == .resetPassword, open.tenant.id == place.tenant.id else { throw .link(.gone) }
        let words = [open.user.email?.description ?? "", open.user.name ?? ""]
        do { try PasswordRules.check(password, about: words) } catch {
            throw .invalid([.init(field: "password", rule: error)])
        }
        let moment = systemContext.now()
        let hash = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await passwords.hash(password, for: open.tenant.id, from: .init(place.origin))
        }
        let used = try await use(
            .init(.token(text), for: [.resetPassword], countsTry: false),
            at: place
        ) { link, record throws(DomainError) in
            let isOwn = record.user.email == link.email
            // The link was sent to an address that the user has changed since.
            guard isOwn || link.email == nil else { throw .notFound(.link) }
            let isTakenOver = link.email != nil && !record.user.emailVerified
            return UserDecision(
                .keep(
                    record.user.with(
                        .init(emailVerified: record.user.emailVerified || isOwn, state: .active),
                        updatedAt: moment
                    )
                ),
                endSessions: .passwordChanged,
                voidsInvitations: true,
                password: hash,
                forgetsIdentities: isTakenOver,
                audit: AuditDraft(
                    .userPasswordSet,
                    by: Self.principal(record, from: place.origin),
                    at: moment,
                    target: .init(.user, record.user.id),
                    changes: isTakenOver ? [Self.forgotten(record)] : []
                )
            )
        }
        notices.notify(.passwordChanged, to: NoticeRecipient(used.user.email, of: used.user), at: place)
        await forgetLimits(at: used)
        return used
    }

    /// Returns the code that an app with the verifier exchanges for a session that began on Apple's page.
    /// - Throws: `.link(.gone)` when the session has ended meanwhile, `.unavailable`
    public func handOver(_ signedIn: SignedIn, to challenge: ProofKeyChallenge) async throws(AuthFailure) -> Credential
    {
        let (session, tenant) = (signedIn.session.id, signedIn.session.tenant)
        let link = OneTimeLink(
            tenant: tenant,
            purpose: .exchange,
            user: signedIn.user.id,
            email: nil,
            challenge: challenge,
            session: session,
            askedWith: session,
            createdAt: systemContext.now()
        )
        let made = newLink(link)
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await store.insert(stored(made), in: tenant) { _ throws(DomainError) in }
        }
        return made.token
    }

    /// Exchanges the code of a link, carried back to the app that keeps the verifier, for a new session or the code's
    /// own.
    /// - Throws: `.link(.gone)`, `.link(.wrongVerifier)`, `.userDisabled`, `.unavailable`
    public func exchange(
        _ code: String,
        verifier: String,
        at place: SignInContext
    ) async throws(AuthFailure) -> ExchangedSession {
        try await attempts.recording(.linkUse, at: place) { () throws(AuthFailure) in
            try await exchanged(code, verifier: verifier, at: place)
        }
    }

    private func exchanged(
        _ code: String,
        verifier: String,
        at place: SignInContext
    ) async throws(AuthFailure) -> ExchangedSession {
        let found = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await limiter.take(limiter.claims(.exchangeByAddress, tenant: place.tenant.id, from: place.origin))
            return try await self.found(code)
        }
        guard found.link.purpose == .exchange, found.tenant.id == place.tenant.id else { throw .link(.gone) }
        guard found.link.challenge?.fits(verifier) ?? false else { throw .link(.wrongVerifier) }
        let used = try await use(
            .init(.token(code), for: [.exchange], countsTry: false),
            at: place
        ) { _, record throws(DomainError) in
            UserDecision(.keep(record.user), audit: nil)
        }
        guard let session = used.link.session else {
            let begun = try await opened(used.user, used.role, at: place)
            return ExchangedSession(session: begun.session, user: begun.user, role: begun.role, method: .otp)
        }
        let record = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await signIns.sessions.record(of: session, in: place.tenant.id)
        }
        guard let record, record.session.isAlive(at: systemContext.now()) else { throw .link(.gone) }
        return ExchangedSession(session: record.session, user: record.user, role: record.role, method: .oauth)
    }

    /// Opens a session for a user whose link was just used, and records when that fails.
    public func begin(_ user: User, _ role: Role, at place: SignInContext) async throws(AuthFailure) -> SignedIn {
        do throws(AuthFailure) { return try await opened(user, role, at: place) } catch {
            signIns.attempts.record(AttemptEntry(.linkUse, error.outcome, code: error.code, user: user.id), at: place)
            throw error
        }
    }

    private func opened(_ user: User, _ role: Role, at place: SignInContext) async throws(AuthFailure) -> SignedIn {
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            let settings = try await settings.settings(of: place.tenant.id).settings
            return try await signIns.open(SessionOpening(user, role, settings: settings), at: place)
        }
    }

    /// Opens a session for a user who just accepted an invitation.
    public func begin(_ user: User, at place: SignInContext) async throws(AuthFailure) -> SignedIn {
        guard let email = user.email else { throw .link(.gone) }
        let account = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await accounts.account(email, in: place.tenant.id)
        }
        guard let account, account.user.id == user.id else { throw .link(.gone) }
        return try await opened(account.user, account.role, at: place)
    }

    /// Whether the code reauthenticates the user; uses the code up.
    func isReauthenticated(
        _ digits: String,
        _ user: User,
        from origin: Principal.Origin
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

    // MARK: Parts

    /// Resets the limits of the mailbox, so that its owner need not wait because of others' guesses or requested
    /// messages.
    private func forgetLimits(at used: OpenLink) async {
        // A link that was handed over does not prove who has the mailbox.
        if used.link.maker == nil, let mailbox = used.link.email {
            await notices.budget.confirm(mailbox, in: used.tenant.id)
        }
        guard [.signIn, .resetPassword].contains(used.link.purpose), let email = used.user.email else { return }
        try? await limiter.forgetFailures(of: email, in: used.tenant.id)
    }

    /// The use of a link as the user presents it.
    private struct PresentedUse {
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

    private func use(
        _ presented: PresentedUse,
        at place: SignInContext,
        decide: @escaping @Sendable (OneTimeLink, UserRecord) throws(DomainError) -> UserDecision
    ) async throws(AuthFailure) -> OpenLink {
        let moment = systemContext.now()
        let used = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            if presented.countsTry { try await countTry(from: place.origin) }
            let (key, claims) = try await key(of: presented.link, at: place)
            let use = LinkUse(key, for: presented.purposes, next: presented.next)
            let used = try await store.use(use, in: ActionContext(place.tenant.id, at: moment)) {
                link,
                record throws(DomainError) in
                let mayEnter = record.user.state == .active || record.user.hasServedBan(at: moment)
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
        at place: SignInContext
    ) async throws -> (key: LinkKey, claims: [RateLimitClaim]) {
        switch presented {
        case .token(let text):
            guard let token = Credential(text, .link), token.tenant == place.tenant.id else {
                throw AuthFailure.link(.gone)
            }
            return (.token(CredentialHash(token)), [])
        case .digits(let text, let email):
            guard let email = EmailAddress(email),
                let counted = try await counted(text, at: email, in: place.tenant.id, from: place.origin)
            else { throw AuthFailure.link(.gone) }
            return (counted.key, counted.claims)
        }
    }

    func countTry(from origin: Principal.Origin) async throws(DomainError) {
        try await limiter.take(limiter.claims(.linkByAddress, tenant: nil, from: origin))
    }

    private static func principal(_ record: UserRecord, from origin: Principal.Origin) -> Principal {
        .user(record.user.id, role: record.role, from: origin)
    }

    private static func exchange(after link: OneTimeLink, _ token: Credential, at moment: Timestamp) -> NewLink? {
        guard let challenge = link.challenge else { return nil }
        let exchange = OneTimeLink(
            tenant: link.tenant,
            purpose: .exchange,
            user: link.user,
            email: nil,
            challenge: challenge,
            askedWith: link.askedWith,
            maker: link.maker,
            createdAt: moment
        )
        return NewLink(link: exchange, token: CredentialHash(token), code: nil)
    }

    /// Removes every earlier sign-in method: it belongs to a user who only typed the address.
    private static func forgotten(_ record: UserRecord) -> AuditEntry.Change {
        .init("identities", from: record.isContested ? "contested" : "unproven", to: nil)
    }

    /// Returns the user after they confirmed the mailbox.
    private static func shown(
        _ link: OneTimeLink,
        _ record: UserRecord,
        at moment: Timestamp,
        from origin: Principal.Origin
    ) throws(DomainError) -> UserDecision {
        let old = record.user
        let principal = principal(record, from: origin)
        // A change to the current address only confirms it, as any other link does.
        if link.purpose == .changeEmail, link.email != old.email {
            let new = old.with(.init(email: link.email, emailVerified: true, isAnonymous: false), updatedAt: moment)
            let change = AuditEntry.Change("email", from: old.email?.masked, to: new.email?.masked)
            return UserDecision(
                .keep(new),
                voidsInvitations: true,
                audit: AuditDraft(
                    .userUpdated,
                    by: principal,
                    at: moment,
                    target: .init(.user, old.id),
                    changes: [change]
                )
            )
        }
        // The link was sent to an address that the user has changed since.
        guard old.email == link.email else { throw .notFound(.link) }
        let isReleased = old.state != .active
        guard !old.emailVerified || isReleased else { return UserDecision(.keep(old), audit: nil) }
        // The user who typed the address when the account was created has not confirmed it: their sign-in methods and
        // sessions end.
        let isTakenOver =
            !old.emailVerified && ([.signIn, .resetPassword].contains(link.purpose) || record.isContested)
        let confirmed = AuditEntry.Change("email_verified", from: String(old.emailVerified), to: "true")
        let changes = isTakenOver ? [confirmed, Self.forgotten(record)] : [confirmed]
        return UserDecision(
            .keep(old.with(.init(emailVerified: true, state: .active), updatedAt: moment)),
            endSessions: isTakenOver ? .passwordChanged : nil,
            voidsInvitations: isTakenOver,
            forgetsIdentities: isTakenOver,
            audit: AuditDraft(
                isReleased ? .userEnabled : .userUpdated,
                by: principal,
                at: moment,
                target: .init(.user, old.id),
                changes: changes
            )
        )
    }
}

extension ProofKeyChallenge {
    /// RFC 7636 §4.6
    func fits(_ verifier: String) -> Bool {
        guard Self.isVerifier(verifier) else { return false }
        switch method {
        case .plain: return HMAC<SHA256>.areSame(verifier, text)
        case .sha256: return HMAC<SHA256>.areSame(Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8)))), text)
        }
    }
}

extension HMAC<SHA256> {
    /// Compares texts in constant time.
    fileprivate static func areSame(_ left: String, _ right: String) -> Bool {
        let key = SymmetricKey(size: .bits256)
        let code = HMAC<SHA256>.authenticationCode(for: Data(left.utf8), using: key)
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(right.utf8), using: key)
    }
}

extension OpenLink: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}
