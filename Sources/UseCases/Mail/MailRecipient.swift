import Domain

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
