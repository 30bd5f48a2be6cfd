import Domain

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
