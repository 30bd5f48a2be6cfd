import Domain

/// Writes the messages to one recipient, in their language, from the texts `mail.…` of the catalogue.
///
/// The names of the tenant and of the recipient are untrusted: hidden characters in them are escaped.
struct MailComposer: Sendable {
    let texts: Texts
    private let recipient: MailRecipient
    /// The tenant's name, by which its users know the app.
    private let app: String

    init(_ catalogue: TextCatalogue, app: String, to recipient: MailRecipient) {
        texts = catalogue.texts(in: recipient.language)
        self.recipient = recipient
        self.app = VisibleText.escaped(app)
    }

    /// - Parameters:
    ///   - name: the part of the keys that belongs to this kind of message, `reset-password`.
    ///   - paragraphs: those after the greeting.
    func message(_ name: String, _ paragraphs: [String]) -> MailMessage {
        MailMessage(
            to: recipient.email,
            toName: recipient.name,
            subject: text("mail.\(name).subject"),
            text: ([greeting] + paragraphs).joined(separator: "\n\n") + "\n"
        )
    }

    /// Returns the text of a key, which may name the app.
    func text(_ key: String, _ arguments: [String: TextArgument] = [:]) -> String {
        texts(TextKey(key), arguments.merging(["app": .text(app)]) { own, _ in own })
    }

    private var greeting: String {
        guard let name = recipient.name else { return texts("mail.greeting-unnamed") }
        return texts("mail.greeting", ["name": .text(VisibleText.escaped(name))])
    }
}

extension MailComposer {
    func notice(_ notice: AccountNotice) -> MailMessage {
        let name = notice.textName
        let guesses = TextArgument.number(ConsecutiveFailures.free)
        return message(name, [text("mail.\(name).text", ["guesses": guesses]), text("mail.advice")])
    }
}

extension AccountNotice {
    /// The part of the texts' keys.
    fileprivate var textName: String {
        switch self {
        case .passwordChanged: "password-changed"
        case .emailChanged: "email-changed"
        case .emailDoubted: "email-doubted"
        case .tooManyGuesses: "too-many-guesses"
        }
    }
}

/// The mailbox that receives a message.
struct MailRecipient: Sendable {
    let email: EmailAddress
    /// Nil where the name may be a stranger's text.
    let name: String?
    let language: SupportedLanguage

    init(_ email: EmailAddress, name: String?, in language: SupportedLanguage) {
        self.email = email
        self.name = name
        self.language = language
    }
}
