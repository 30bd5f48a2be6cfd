import Domain

/// Sends the messages of a change of address.
extension AccountLinks {
    /// Sends a link to the new address that a user wants; the old one stays until the link is used. A confirmed old
    /// mailbox is notified first, with a link that stops the change: else a stolen session would take the account over
    /// unseen.
    func askForChange(
        to email: EmailAddress,
        of record: SessionRecord,
        _ message: AccountChangeMessage,
        in context: SignInContext
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
            if let wait = try await wait(toAsk: mailboxes, inSession: true, in: context) {
                throw AuthFailure.tooManyMessages(retryAfter: wait)
            }
            if asked.showsCode { try await renewTries(at: email, in: context) }
            let settings = try await settings.settings(of: context.tenant.id).settings
            if let former {
                try mail.add(
                    stopOrder(
                        StopMessage(former: former, record: record, languages: message.languages, settings: settings),
                        in: context
                    )
                )
            }
            // The user may have mistyped the address that they requested before.
            let change = LinkMessage(asked, to: record.user, email, settings: settings, replacesAll: true)
            try mail.add(changeOrder(change, in: context))
        }
    }

    private func stopOrder(_ message: StopMessage, in context: SignInContext) -> MailQueue.Order {
        MailQueue.Order(context: context) { () async throws(DomainError) -> MailQueue.Written in
            try await budget.spend(on: .stop, to: message.record.user.id, in: context.tenant.id) {
                () async throws(DomainError) -> MailMessage? in
                try await writeStop(message, in: context)
            }
        }
    }

    private func changeOrder(_ message: LinkMessage, in context: SignInContext) -> MailQueue.Order {
        MailQueue.Order(context: context) { () async throws(DomainError) -> MailQueue.Written in
            try await budget.spend(
                on: .asked(message.email, isConfirmed: false, from: context.origin),
                to: message.user.id,
                in: context.tenant.id
            ) { () async throws(DomainError) -> MailMessage? in
                try await write(message, in: context)
            }
        }
    }

    private func writeStop(
        _ message: StopMessage,
        in context: SignInContext
    ) async throws(DomainError) -> MailMessage? {
        let (user, email) = (message.record.user, message.former)
        let token = Credential(.link, tenant: context.tenant.id, random: systemContext.random(Credential.randomBytes))
        let stop = EmailChangeStop(
            tenant: context.tenant.id,
            user: user.id,
            email: email,
            session: message.record.session.id,
            createdAt: systemContext.now()
        )
        do throws(DomainError) {
            try await store.insert(stop, token: CredentialHash(token), in: context.tenant.id)
        } catch {
            // The session has ended, so there will be no change.
            if error == .notFound(.session) { return nil }
            throw error
        }
        let language = SupportedLanguage(of: user, wanted: message.languages, message.settings.language)
        let recipient = MailRecipient(email, name: user.nameForMail, in: language)
        let composer = MailComposer(texts, app: context.tenant.name, to: recipient)
        return composer.changeStop(url: address.url("/links/stop/\(token.text)"))
    }
}

/// A message to the former mailbox of a user who wants another address.
struct StopMessage: Sendable {
    let former: EmailAddress
    /// The session that requested the change.
    let record: SessionRecord
    /// Languages in order of preference.
    let languages: [Language]
    let settings: TenantSettings
}

/// The settings of a message about the user's own account.
public struct AccountChangeMessage: Sendable {
    /// Languages in order of preference.
    public var languages: [Language] = []
    /// The address the browser is sent to afterwards: one of the tenant's own.
    public var returnTo: String?
    /// Hands a session over at that address: to the client with the challenge's verifier, or without a challenge to any
    /// client.
    public var opensSession = false
    public var challenge: ProofKeyChallenge?
    public var showsCode = false

    public init() {}
}

/// A message with a link, to be written for a user.
struct LinkMessage: Sendable {
    let request: LinkRequest
    let user: User
    /// The mailbox that receives the message.
    let email: EmailAddress
    let settings: TenantSettings
    /// The link replaces all earlier ones of the user and purpose.
    let replacesAll: Bool

    init(
        _ request: LinkRequest,
        to user: User,
        _ email: EmailAddress,
        settings: TenantSettings,
        replacesAll: Bool = false
    ) {
        self.request = request
        self.user = user
        self.email = email
        self.settings = settings
        self.replacesAll = replacesAll
    }
}
