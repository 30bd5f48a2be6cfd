import Domain

/// Sends notices of changes that were made. A change stays even if its message is rejected.
///
/// Only confirmed mailboxes are notified: an unconfirmed one may belong to a stranger whose address the user typed.
struct AccountNotices: Sendable {
    let settings: any TenantSettingsStore
    let tenants: any TenantStore
    let mail: MailQueue
    let budget: MailBudget

    func notify(_ notice: AccountNotice, to recipient: NoticeRecipient, in context: SignInContext) {
        let (user, languages) = (recipient.user, recipient.languages)
        guard let email = recipient.email, email != user.email || user.emailVerified else { return }
        let order = MailQueue.Order(context: context) { () async throws(DomainError) -> MailQueue.Written in
            try await budget.spend(on: .notice(notice, email), to: user.id, in: context.tenant.id) {
                () async throws(DomainError) -> MailMessage? in
                let settings = try await settings.settings(of: context.tenant.id).settings
                let words = MailWords(language: SupportedLanguage(of: user, wanted: languages, settings.language))
                return words.notice(notice, app: context.tenant.name, to: email, name: user.nameForMail)
            }
        }
        do throws(DomainError) { try mail.add(order) } catch { mail.refused(in: context) }
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

extension MailWords {
    func notice(_ notice: AccountNotice, app: String, to email: EmailAddress, name: String?) -> MailMessage {
        let app = VisibleText.escaped(app)
        let (subject, what) =
            switch (notice, language) {
            case (.passwordChanged, .english):
                (
                    "Your password for \(app) was changed",
                    "Your account with \(app) has a new password, and other devices were signed out."
                )
            case (.passwordChanged, .french):
                (
                    "Votre mot de passe \(app) a été changé",
                    "Votre compte \(app) a un nouveau mot de passe et les autres appareils ont été déconnectés."
                )
            case (.emailChanged, .english):
                (
                    "Your e-mail address for \(app) was changed",
                    "Your account with \(app) has another e-mail address now. Messages about it no longer come here."
                )
            case (.emailChanged, .french):
                (
                    "Votre adresse e-mail \(app) a été changée",
                    "Votre compte \(app) a désormais une autre adresse e-mail. Ses messages n’arrivent plus ici."
                )
            case (.emailDoubted, .english):
                (
                    "Your e-mail address for \(app) has to be confirmed again",
                    "Somebody who runs \(app) no longer takes this e-mail address for confirmed. Messages about your account may stop coming here."
                )
            case (.emailDoubted, .french):
                (
                    "Votre adresse e-mail \(app) est à confirmer de nouveau",
                    "Un responsable de \(app) ne tient plus cette adresse e-mail pour confirmée. Les messages sur votre compte pourraient ne plus arriver ici."
                )
            case (.tooManyGuesses, .english):
                (
                    "Someone keeps trying to sign in to \(app)",
                    "\(ConsecutiveFailures.free) wrong passwords in a row were tried for your account with \(app). Nobody got in. For a while a new device may have to wait: there, sign in by a link or choose a new password. Devices that you use already are not affected."
                )
            case (.tooManyGuesses, .french):
                (
                    "Quelqu’un essaie de se connecter à \(app)",
                    "\(ConsecutiveFailures.free) mots de passe erronés ont été essayés de suite pour votre compte \(app). Personne n’est entré. Un nouvel appareil devra peut-être attendre : connectez-vous-y par un lien ou choisissez un nouveau mot de passe. Les appareils que vous utilisez déjà ne sont pas concernés."
                )
            }
        let text = [greeting(name), what, advice].joined(separator: "\n\n") + "\n"
        return MailMessage(to: email, toName: name, subject: subject, text: text)
    }

    private var advice: String {
        switch language {
        case .english: "If it was you, there is nothing to do. If it was not, tell the people who run the app at once."
        case .french:
            "Si c’était vous, il n’y a rien à faire. Sinon, prévenez tout de suite les responsables de l’application."
        }
    }
}
