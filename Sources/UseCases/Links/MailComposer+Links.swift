import Domain

extension MailComposer {
    func link(_ link: MailedLink) -> MailMessage {
        let name = link.purpose.textName
        var paragraphs = [text("mail.\(name).request")]
        if let url = link.url { paragraphs.append(url) }
        if let code = link.code {
            paragraphs.append(link.url == nil ? code : text("mail.code", ["code": .text(code)]))
        }
        let minutes = Int(link.purpose.lifetime.components.seconds / 60)
        paragraphs += [texts("mail.valid-minutes", count: minutes), text("mail.not-you")]
        return message(name, paragraphs)
    }

    /// Returns the message to an invited user.
    func invitation(url: String) -> MailMessage {
        let days = Int(NewInvitation.lifetime.components.seconds / 86_400)
        return message("invitation", [text("mail.invitation.request"), url, texts("mail.valid-days", count: days)])
    }

    /// Returns the message to an account's mailbox when a session requests another address.
    func changeStop(url: String) -> MailMessage {
        let hours = Int(EmailChangeStop.lifetime.components.seconds / 3600)
        return message(
            "stop-change",
            [
                text("mail.stop-change.text"), text("mail.stop-change.request"), url,
                texts("mail.valid-hours", count: hours),
            ]
        )
    }
}

extension OneTimeLink.Purpose {
    /// The part of the texts' keys.
    fileprivate var textName: String {
        switch self {
        case .verifyEmail: "verify-email"
        case .resetPassword: "reset-password"
        case .signIn, .exchange: "sign-in"
        case .changeEmail: "change-email"
        case .reauthentication: "reauthentication"
        }
    }
}

/// The link and the code that a message contains.
struct MailedLink {
    let purpose: OneTimeLink.Purpose
    /// Nil for a message that has only a code.
    let url: String?
    let code: String?
}
