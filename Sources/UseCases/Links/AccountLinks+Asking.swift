import Domain
import Foundation

extension AccountLinks {
    /// Sends a link to an address that has an account; the response does not show whether it has one.
    ///
    /// Only the request is counted here, by address and by network, alike for every address. The tenant's mail budget
    /// is checked when the message is written. Without mail delivery nothing is sent: an administrator hands a link
    /// over.
    /// - Throws: `.invalid`, `.link(.disabled)`, `.tooManyMessages`, `.unavailable`
    public func ask(_ request: LinkRequest, at place: SignInContext) async throws(AuthFailure) {
        try await attempts.recording(.linkRequest, at: place) { () throws(AuthFailure) in
            try await add(request, at: place)
        }
    }

    private func add(_ request: LinkRequest, at place: SignInContext) async throws(AuthFailure) {
        guard let email = EmailAddress(request.email) else {
            throw .invalid([
                .init(field: "email", rule: .malformed("This is not an email address, like ada@example.com."))
            ])
        }
        let settings = try await settings(at: place)
        guard settings.methods.contains(.password) else { throw .link(.disabled) }
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            if let wait = try await wait(toAsk: [email], inSession: request.session != nil, at: place) {
                throw AuthFailure.tooManyMessages(retryAfter: wait)
            }
            if request.showsCode { try await renewTries(at: email, at: place) }
            try mail.add(order(request, email, settings, at: place))
        }
    }

    /// Sends a new account the link that confirms its address. The account exists by then, so a message that is
    /// rejected now fails no sign-up: the rejection is recorded, and the message can be requested again.
    public func askToConfirm(_ request: LinkRequest, at place: SignInContext) async {
        do throws(AuthFailure) { try await add(request, at: place) } catch {
            mail.refused(error.code, error.outcome, at: place)
        }
    }

    func settings(at place: SignInContext) async throws(AuthFailure) -> TenantSettings {
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await settings.settings(of: place.tenant.id).settings
        }
    }

    /// Sends a signed-in user a code that reauthenticates them.
    /// - Throws: `.account(.emailUnavailable)` without mail delivery, for a user without an address, or where the tenant
    ///   does not allow sign-in by address.
    public func askAgain(
        of record: SessionRecord,
        languages: [Language],
        at place: SignInContext
    ) async throws(AuthFailure) {
        try await attempts.recording(.linkRequest, at: place) { () throws(AuthFailure) in
            guard mail.isConfigured, let email = record.user.email,
                try await settings(at: place).methods.contains(.password)
            else { throw .account(.emailUnavailable) }
            var request = LinkRequest(.reauthentication, email: email.description)
            request.showsCode = true
            request.languages = languages
            request.session = record.session.id
            try await add(request, at: place)
        }
    }

    /// Sends an invitation link to the invited user, where mail delivery is set up. The user exists by then, so a
    /// message over the limit is only recorded: the link can be made again.
    public func send(
        invitation url: String,
        to user: User,
        languages: [Language],
        at place: SignInContext
    ) async throws(DomainError) {
        guard let email = user.email else { return }
        let settings = try await settings.settings(of: place.tenant.id).settings
        let words = MailWords(language: SupportedLanguage(of: user, wanted: languages, settings.language))
        let message = words.invitation(app: place.tenant.name, to: email, name: user.name, url: url)
        let order = MailQueue.Order(place: place) { () async throws(DomainError) -> MailQueue.Written in
            try await budget.spend(on: .invitation(email), to: user.id, in: place.tenant.id) { () throws(DomainError) in
                message
            }
        }
        do throws(DomainError) { try mail.add(order) } catch { mail.refused(at: place) }
    }

    /// Sends a link to the new address that a user wants; the old one stays until the link is used. A confirmed old
    /// mailbox is notified first, with a link that stops the change: else a stolen session would take the account over
    /// unseen.
    func askForChange(
        to email: EmailAddress,
        of record: SessionRecord,
        _ message: AccountChangeMessage,
        at place: SignInContext
    ) async throws(AuthFailure) {
        var request = LinkRequest(.changeEmail, email: email.description)
        (request.languages, request.returnTo, request.showsCode) = (
            message.languages, message.returnTo, message.showsCode
        )
        (request.opensSession, request.challenge) = (message.opensSession && message.returnTo != nil, message.challenge)
        request.session = record.session.id
        let asked = request
        let former = record.user.emailVerified ? record.user.email : nil
        try await StoreErrorMapping.shown.run {
            let mailboxes = [email] + (former.map { [$0] } ?? [])
            if let wait = try await wait(toAsk: mailboxes, inSession: true, at: place) {
                throw AuthFailure.tooManyMessages(retryAfter: wait)
            }
            if asked.showsCode { try await renewTries(at: email, at: place) }
            let settings = try await settings.settings(of: place.tenant.id).settings
            if let former {
                try mail.add(
                    stopOrder(
                        StopMessage(former: former, record: record, languages: message.languages, settings: settings),
                        at: place
                    )
                )
            }
            // The user may have mistyped the address that they requested before.
            let change = LinkMessage(asked, to: record.user, email, settings: settings, replacesAll: true)
            try mail.add(changeOrder(change, at: place))
        }
    }

    private func stopOrder(
        _ message: StopMessage,
        at place: SignInContext
    ) -> MailQueue.Order {
        MailQueue.Order(place: place) { () async throws(DomainError) -> MailQueue.Written in
            try await budget.spend(on: .stop, to: message.record.user.id, in: place.tenant.id) {
                () async throws(DomainError) -> MailMessage? in
                try await writeStop(message, at: place)
            }
        }
    }

    private func changeOrder(
        _ message: LinkMessage,
        at place: SignInContext
    ) -> MailQueue.Order {
        MailQueue.Order(place: place) { () async throws(DomainError) -> MailQueue.Written in
            try await budget.spend(
                on: .asked(message.email, isConfirmed: false, from: place.origin),
                to: message.user.id,
                in: place.tenant.id
            ) { () async throws(DomainError) -> MailMessage? in
                try await write(message, at: place)
            }
        }
    }

    /// Counts the messages requested for these mailboxes, by mailbox and by network.
    ///
    /// An attacker who knows an address can request messages, from many networks too, and use up its mailbox's limit. A
    /// network where the account has been signed in before, and a session, have limits of their own then. An unknown
    /// address costs as many lookups.
    /// - Returns: nil when the messages were counted, else the time to wait.
    private func wait(
        toAsk emails: [EmailAddress],
        inSession: Bool,
        at place: SignInContext
    ) async throws(DomainError) -> Duration? {
        let tenant = place.tenant.id
        let (own, widest) = (AddressNetwork.of(place.origin.address), AddressNetwork.widest(place.origin.address))
        func claims(_ limit: RateLimit, of network: String) -> [RateLimitClaim] {
            emails.map { limiter.claim(limit, tenant: tenant, subject: "\($0)\n\(network)") }
        }
        let ofAll = emails.map { limiter.claim(.messageByAccount, tenant: tenant, subject: $0.description) }
        let ofNetwork =
            claims(.messageByAccountAndNetwork, of: widest)
            + limiter.claims(.messageByAddress, tenant: tenant, from: place.origin)
        let answer = try await limiter.borrow(ofAll + ofNetwork)
        guard let wait = answer.wait else { return nil }
        guard !answer.left.dropFirst(ofAll.count).contains(0), let first = emails.first else { return wait }
        if !inSession {
            let account = try await accounts.account(first, in: tenant)
            guard try await signIns.isNetworkKnown(to: account, at: place) else { return wait }
        }
        return try await limiter.borrow(claims(.messageByAccountAndKnownNetwork, of: own) + ofNetwork).wait
    }

    private func order(
        _ request: LinkRequest,
        _ email: EmailAddress,
        _ settings: TenantSettings,
        at place: SignInContext
    ) -> MailQueue.Order {
        MailQueue.Order(place: place) { () async throws(DomainError) -> MailQueue.Written in
            guard let recipient = try await recipient(request, email, settings, at: place),
                let address = recipient.user.email
            else {
                return .nobody
            }
            let (user, isNew) = (recipient.user, recipient.isNew)
            if request.purpose == .changeEmail { return try await writeAgain(request, to: user, settings, at: place) }
            return try await budget.spend(
                on: .asked(address, isConfirmed: user.emailVerified, from: place.origin),
                to: isNew ? nil : user.id,
                in: place.tenant.id
            ) { () async throws(DomainError) -> MailMessage? in
                if isNew { try await signIns.insert(user, nil, at: place) }
                return try await write(LinkMessage(request, to: user, address, settings: settings), at: place)
            }
        }
    }

    /// Sends the link again to the mailbox that the user wants to change to. This request needs no session, so it does
    /// not change to which session the link belongs: the first request's, and to none when that has ended.
    private func writeAgain(
        _ request: LinkRequest,
        to user: User,
        _ settings: TenantSettings,
        at place: SignInContext
    ) async throws(DomainError) -> MailQueue.Written {
        let context = ActionContext(user.tenant, at: systemContext.now())
        guard let pending = try await store.pendingEmail(of: user.id, in: context),
            let address = pending.email
        else { return .nobody }
        var again = request
        (again.returnTo, again.opensSession, again.challenge) = (
            pending.returnTo, pending.opensSession, pending.challenge
        )
        again.session = pending.askedWith
        let request = again
        // The mailbox of a change is the new one, which is not confirmed.
        return try await budget.spend(
            on: .asked(address, isConfirmed: false, from: place.origin),
            to: user.id,
            in: place.tenant.id
        ) { () async throws(DomainError) -> MailMessage? in
            try await write(LinkMessage(request, to: user, address, settings: settings), at: place)
        }
    }

    /// Returns the user whom the message is for, and whether their account has still to be created; nil for none.
    private func recipient(
        _ request: LinkRequest,
        _ email: EmailAddress,
        _ settings: TenantSettings,
        at place: SignInContext
    ) async throws(DomainError) -> (user: User, isNew: Bool)? {
        if let user = try await accounts.account(email, in: place.tenant.id)?.user {
            guard user.state == .active || user.hasServedBan(at: systemContext.now()) else { return nil }
            return request.purpose == .verifyEmail && user.emailVerified ? nil : (user, false)
        }
        guard let attributes = request.newAccount, settings.signUp == .open else { return nil }
        return (signIns.newUser(NewProfile(email: email, userMetadata: attributes), settings, at: place), true)
    }

    private func write(
        _ message: LinkMessage,
        at place: SignInContext
    ) async throws(DomainError) -> MailMessage? {
        let (request, user, email) = (message.request, message.user, message.email)
        let known = try await signIns.sessions.addresses(
            of: user.id,
            limit: RateLimiter.knownSessions,
            in: place.tenant.id
        )
        let networks = Set(known.map { networkKey(of: $0, in: place.tenant.id) })
        let made = newLink(
            OneTimeLink(
                tenant: place.tenant.id,
                purpose: request.purpose,
                user: user.id,
                email: email,
                returnTo: request.returnTo,
                opensSession: request.opensSession,
                challenge: request.challenge,
                askedWith: request.session,
                createdAt: systemContext.now()
            )
        )
        do throws(DomainError) {
            // A request made a while ago may be out of date: the session has ended, or the address has changed.
            let new = stored(
                made,
                askedBy: networkKey(of: place.origin.address, in: place.tenant.id),
                replacement: message.replacesAll ? .all : .ofNetwork(known: Array(networks))
            )
            try await store.insert(new, in: place.tenant.id) { record throws(DomainError) in
                guard record.user.email == user.email else { throw .notFound(.user) }
            }
        } catch {
            if error == .notFound(.user) || error == .notFound(.session) { return nil }
            throw error
        }
        // Another user's address gets no message. The link is stored all the same, so the caller sees no difference.
        if request.purpose == .changeEmail, let owner = try await accounts.account(email, in: place.tenant.id)?.user.id,
            owner != user.id
        {
            return nil
        }
        return Self.text(of: message, made, app: place.tenant.name)
    }

    private static func text(of message: LinkMessage, _ made: Made, app: String) -> MailMessage {
        let (request, user) = (message.request, message.user)
        let language = SupportedLanguage(of: user, wanted: request.languages, message.settings.language)
        let url =
            request.leadsToApp ? request.returnTo.map { address($0, adding: made.token) } ?? made.url : made.url
        return MailWords(language: language).message(
            MailedLink(
                purpose: request.purpose,
                url: request.purpose == .reauthentication ? nil : url,
                code: request.showsCode ? made.code : nil
            ),
            app: app,
            to: message.email,
            name: user.nameForMail
        )
    }

    private func writeStop(
        _ message: StopMessage,
        at place: SignInContext
    ) async throws(DomainError) -> MailMessage? {
        let (user, email) = (message.record.user, message.former)
        let token = Credential(.link, tenant: place.tenant.id, random: systemContext.random(Credential.randomBytes))
        let stop = EmailChangeStop(
            tenant: place.tenant.id,
            user: user.id,
            email: email,
            session: message.record.session.id,
            createdAt: systemContext.now()
        )
        do throws(DomainError) { try await store.insert(stop, token: CredentialHash(token), in: place.tenant.id) } catch
        {
            // The session has ended, so there will be no change.
            if error == .notFound(.session) { return nil }
            throw error
        }
        let language = SupportedLanguage(of: user, wanted: message.languages, message.settings.language)
        return MailWords(language: language).stop(
            app: place.tenant.name,
            to: email,
            name: user.nameForMail,
            url: "\(origin)/links/stop/\(token.text)"
        )
    }

    /// `https://app.example/reset?token=…`
    private static func address(_ base: String, adding token: Credential) -> String {
        base + (base.contains("?") ? "&" : "?") + "token=" + token.text
    }
}
