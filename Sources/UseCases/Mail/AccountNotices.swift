import Domain

/// Sends notices of changes that were made. A change stays even if its message is rejected.
///
/// Only confirmed mailboxes are notified: an unconfirmed one may belong to a stranger whose address the user typed.
struct AccountNotices: Sendable {
    let settings: any TenantSettingsStore
    let tenants: any TenantStore
    let mail: MailQueue
    let budget: MailBudget
    let texts: TextCatalogue

    func notify(_ notice: AccountNotice, to recipient: NoticeRecipient, in context: SignInContext) {
        let (user, languages) = (recipient.user, recipient.languages)
        guard let email = recipient.email, email != user.email || user.emailVerified else { return }
        let order = MailQueue.Order(context: context) { () async throws(DomainError) -> MailQueue.Written in
            try await budget.spend(on: .notice(notice, email), to: user.id, in: context.tenant.id) {
                () async throws(DomainError) -> MailMessage? in
                let settings = try await settings.settings(of: context.tenant.id).settings
                let language = SupportedLanguage(of: user, wanted: languages, settings.language)
                let recipient = MailRecipient(email, name: user.nameForMail, in: language)
                return MailComposer(texts, app: context.tenant.name, to: recipient).notice(notice)
            }
        }
        do throws(DomainError) { try mail.add(order) } catch { mail.recordRejected(in: context) }
    }

    /// Returns the context for the notice of an administrator's change.
    /// - Returns: nil without mail delivery, or for a change without a request origin.
    func context(of principal: Principal, in tenant: Tenant.ID) async throws(DomainError) -> SignInContext? {
        guard mail.isConfigured, let origin = principal.origin else { return nil }
        let client = SignInClient(device: Device(), origin: origin)
        return SignInContext(tenant: try await tenants.tenant(tenant).tenant, client: client)
    }

    /// Notifies the user of an administrator's change; an unconfirmed mailbox is not notified.
    func notify(from former: User, to user: User, hasNewPassword: Bool, in context: SignInContext) {
        guard former.emailVerified else { return }
        if former.email != user.email {
            notify(.emailChanged, to: NoticeRecipient(former.email, of: former), in: context)
        } else if !user.emailVerified {
            notify(.emailDoubted, to: NoticeRecipient(former.email, of: former), in: context)
        }
        if hasNewPassword { notify(.passwordChanged, to: NoticeRecipient(former.email, of: former), in: context) }
    }
}

extension User {
    /// A client can type any name beside an unconfirmed address, and no message may carry a stranger's text to the
    /// owner of that mailbox.
    var nameForMail: String? { emailVerified ? name : nil }
}

/// Names a change of which the account's mailbox is notified, so that the owner sees a change by somebody else.
public enum AccountNotice: String, Sendable, Hashable, CaseIterable {
    case passwordChanged
    /// Sent to the old address.
    case emailChanged
    /// An administrator no longer marks the address as confirmed.
    case emailDoubted
    /// Many wrong passwords in a row.
    case tooManyGuesses
}

/// The mailbox that receives a notice.
struct NoticeRecipient: Sendable {
    /// The user's own address, or one that was confirmed as theirs before.
    let email: EmailAddress?
    let user: User
    /// Languages in order of preference.
    let languages: [Language]

    init(_ email: EmailAddress?, of user: User, languages: [Language] = []) {
        self.email = email
        self.user = user
        self.languages = languages
    }
}
