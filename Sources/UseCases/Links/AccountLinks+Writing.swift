import Domain

/// Writes the requested messages: looks up the account, stores the link, and chooses the words.
extension AccountLinks {
    func order(
        _ request: LinkRequest,
        _ email: EmailAddress,
        _ settings: TenantSettings,
        in context: SignInContext
    ) -> MailQueue.Order {
        MailQueue.Order(context: context) { () async throws(DomainError) -> MailQueue.Written in
            guard let recipient = try await recipient(request, email, settings, in: context),
                let address = recipient.user.email
            else { return .noRecipient }
            let (user, isNew) = (recipient.user, recipient.isNew)
            if request.purpose == .changeEmail { return try await writeAgain(request, to: user, settings, in: context) }
            return try await budget.spend(
                on: .asked(address, isConfirmed: user.emailVerified, from: context.origin),
                to: isNew ? nil : user.id,
                in: context.tenant.id
            ) { () async throws(DomainError) -> MailMessage? in
                if isNew { try await signUps.insert(user, nil, in: context) }
                return try await write(LinkMessage(request, to: user, address, settings: settings), in: context)
            }
        }
    }

    /// Sends the link again to the mailbox that the user wants to change to. This request needs no session, so it does
    /// not change to which session the link belongs: the first request's, and to none when that has ended.
    private func writeAgain(
        _ request: LinkRequest,
        to user: User,
        _ settings: TenantSettings,
        in context: SignInContext
    ) async throws(DomainError) -> MailQueue.Written {
        let action = ActionContext(user.tenant, at: systemContext.now())
        guard let pending = try await store.pendingEmail(of: user.id, in: action),
            let address = pending.email
        else { return .noRecipient }
        var again = request
        (again.returnTo, again.opensSession, again.challenge) = (
            pending.returnTo, pending.opensSession, pending.challenge
        )
        again.session = pending.askedWith
        let request = again
        // The mailbox of a change is the new one, which is not confirmed.
        return try await budget.spend(
            on: .asked(address, isConfirmed: false, from: context.origin),
            to: user.id,
            in: context.tenant.id
        ) { () async throws(DomainError) -> MailMessage? in
            try await write(LinkMessage(request, to: user, address, settings: settings), in: context)
        }
    }

    /// Returns the user whom the message is for, and whether their account has still to be created; nil for none.
    private func recipient(
        _ request: LinkRequest,
        _ email: EmailAddress,
        _ settings: TenantSettings,
        in context: SignInContext
    ) async throws(DomainError) -> (user: User, isNew: Bool)? {
        if let user = try await accounts.account(email, in: context.tenant.id)?.user {
            guard user.state == .active || user.hasServedBan(at: systemContext.now()) else { return nil }
            return request.purpose == .verifyEmail && user.emailVerified ? nil : (user, false)
        }
        guard let attributes = request.newAccount, settings.signUp == .open else { return nil }
        return (signUps.newUser(NewProfile(email: email, userMetadata: attributes), settings, in: context), true)
    }

    func write(_ message: LinkMessage, in context: SignInContext) async throws(DomainError) -> MailMessage? {
        let (request, user, email) = (message.request, message.user, message.email)
        let known = try await opener.sessions.addresses(
            of: user.id,
            limit: RateLimiter.knownSessions,
            in: context.tenant.id
        )
        let networks = Set(known.map { networkKey(of: $0, in: context.tenant.id) })
        let issued = issue(link(of: message, in: context.tenant.id))
        do throws(DomainError) {
            // A request made a while ago may be out of date: the session has ended, or the address has changed.
            let new = stored(
                issued,
                askedBy: networkKey(of: context.origin.address, in: context.tenant.id),
                replacement: message.replacesAll ? .all : .ofNetwork(known: Array(networks))
            )
            try await store.insert(new, in: context.tenant.id) { record throws(DomainError) in
                guard record.user.email == user.email else { throw .notFound(.user) }
            }
        } catch {
            if error == .notFound(.user) || error == .notFound(.session) { return nil }
            throw error
        }
        // Another user's address gets no message. The link is stored all the same, so the caller sees no difference.
        if request.purpose == .changeEmail,
            let owner = try await accounts.account(email, in: context.tenant.id)?.user.id,
            owner != user.id
        {
            return nil
        }
        return text(of: message, issued, app: context.tenant.name)
    }

    private func link(of message: LinkMessage, in tenant: Tenant.ID) -> OneTimeLink {
        let request = message.request
        return OneTimeLink(
            tenant: tenant,
            purpose: request.purpose,
            user: message.user.id,
            email: message.email,
            returnTo: request.returnTo,
            opensSession: request.opensSession,
            challenge: request.challenge,
            askedWith: request.session,
            createdAt: systemContext.now()
        )
    }

    private func text(of message: LinkMessage, _ issued: IssuedLink, app: String) -> MailMessage {
        let (request, user) = (message.request, message.user)
        let language = SupportedLanguage(of: user, wanted: request.languages, message.settings.language)
        let url =
            request.leadsToApp
            ? request.returnTo.map { Self.address($0, adding: issued.token) } ?? issued.url : issued.url
        let recipient = MailRecipient(message.email, name: user.nameForMail, in: language)
        return MailComposer(texts, app: app, to: recipient).link(
            MailedLink(
                purpose: request.purpose,
                url: request.purpose == .reauthentication ? nil : url,
                code: request.showsCode ? issued.code : nil
            )
        )
    }

    /// `https://app.example/reset?token=…`
    private static func address(_ base: String, adding token: Credential) -> String {
        base + (base.contains("?") ? "&" : "?") + "token=" + token.text
    }
}
