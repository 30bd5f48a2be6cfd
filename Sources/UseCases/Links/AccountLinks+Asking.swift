import Domain

extension AccountLinks {
    /// Sends a link to an address that has an account; the response does not show whether it has one.
    ///
    /// Only the request is counted here, by address and by network, alike for every address. The tenant's mail budget
    /// is checked when the message is written. Without mail delivery nothing is sent: an administrator hands a link
    /// over.
    /// - Throws: `.invalid`, `.link(.disabled)`, `.tooManyMessages`, `.unavailable`
    public func ask(_ request: LinkRequest, in context: SignInContext) async throws(AuthFailure) {
        try await attempts.recording(.linkRequest, in: context) { () throws(AuthFailure) in
            try await add(request, in: context)
        }
    }

    private func add(_ request: LinkRequest, in context: SignInContext) async throws(AuthFailure) {
        guard let email = EmailAddress(request.email) else {
            throw .invalid([.init(field: "email", rule: .malformed(.notAnEmailAddress))])
        }
        let settings = try await settings(in: context)
        guard settings.methods.contains(.password) else { throw .link(.disabled) }
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            if let wait = try await wait(toAsk: [email], inSession: request.session != nil, in: context) {
                throw AuthFailure.tooManyMessages(retryAfter: wait)
            }
            if request.showsCode { try await renewTries(at: email, in: context) }
            try mail.add(order(request, email, settings, in: context))
        }
    }

    /// Sends a new account the link that confirms its address. The account exists by then, so a message that is
    /// rejected now fails no sign-up: the rejection is recorded, and the message can be requested again.
    public func askToConfirm(_ request: LinkRequest, in context: SignInContext) async {
        do throws(AuthFailure) { try await add(request, in: context) } catch {
            attempts.record(AttemptEntry(.mail, error), in: context)
        }
    }

    func settings(in context: SignInContext) async throws(AuthFailure) -> TenantSettings {
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await settings.settings(of: context.tenant.id).settings
        }
    }

    /// Sends a signed-in user a code that reauthenticates them.
    /// - Throws: `.account(.emailUnavailable)` without mail delivery, for a user without an address, or where the tenant
    ///   does not allow sign-in by address.
    public func askAgain(
        of record: SessionRecord,
        languages: [Language],
        in context: SignInContext
    ) async throws(AuthFailure) {
        try await attempts.recording(.linkRequest, in: context) { () throws(AuthFailure) in
            guard mail.isConfigured, let email = record.user.email,
                try await settings(in: context).methods.contains(.password)
            else { throw .account(.emailUnavailable) }
            var request = LinkRequest(.reauthentication, email: email.description)
            request.showsCode = true
            request.languages = languages
            request.session = record.session.id
            try await add(request, in: context)
        }
    }

    /// Sends an invitation link to the invited user, where mail delivery is set up. The user exists by then, so a
    /// message over the limit is only recorded: the link can be made again.
    public func send(
        invitation url: String,
        to user: User,
        languages: [Language],
        in context: SignInContext
    ) async throws(DomainError) {
        guard let email = user.email else { return }
        let settings = try await settings.settings(of: context.tenant.id).settings
        let language = SupportedLanguage(of: user, wanted: languages, settings.language)
        let recipient = MailRecipient(email, name: user.name, in: language)
        let message = MailComposer(texts, app: context.tenant.name, to: recipient).invitation(url: url)
        let order = MailQueue.Order(context: context) { () async throws(DomainError) -> MailQueue.Written in
            try await budget.spend(on: .invitation(email), to: user.id, in: context.tenant.id) {
                () throws(DomainError) in
                message
            }
        }
        do throws(DomainError) { try mail.add(order) } catch { mail.recordRejected(in: context) }
    }

    /// Counts the messages requested for these mailboxes, by mailbox and by network.
    ///
    /// An attacker who knows an address can request messages, from many networks too, and use up its mailbox's limit. A
    /// network where the account has been signed in before, and a session, have limits of their own then. An unknown
    /// address costs as many lookups.
    /// - Returns: nil when the messages were counted, else the time to wait.
    func wait(
        toAsk emails: [EmailAddress],
        inSession: Bool,
        in context: SignInContext
    ) async throws(DomainError) -> Duration? {
        let tenant = context.tenant.id
        let (own, widest) = (AddressNetwork.of(context.origin.address), AddressNetwork.widest(context.origin.address))
        func claims(_ limit: RateLimit, of network: String) -> [RateLimitClaim] {
            emails.map { limiter.claim(limit, tenant: tenant, subject: "\($0)\n\(network)") }
        }
        let ofAll = emails.map { limiter.claim(.messageByAccount, tenant: tenant, subject: $0.description) }
        let ofNetwork =
            claims(.messageByAccountAndNetwork, of: widest)
            + limiter.claims(.messageByAddress, tenant: tenant, from: context.origin)
        let answer = try await limiter.borrow(ofAll + ofNetwork)
        guard let wait = answer.wait else { return nil }
        guard !answer.left.dropFirst(ofAll.count).contains(0), let first = emails.first else { return wait }
        if !inSession {
            let found = try await signIns.lookUp(first, in: context)
            guard try await signIns.isNetworkKnown(to: found.user, in: context) else { return wait }
        }
        return try await limiter.borrow(claims(.messageByAccountAndKnownNetwork, of: own) + ofNetwork).wait
    }
}
