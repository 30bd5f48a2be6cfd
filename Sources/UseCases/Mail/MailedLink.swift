import Domain

/// The link and the code that a message contains.
struct MailedLink {
    let purpose: OneTimeLink.Purpose
    /// Nil for a message that has only a code.
    let url: String?
    let code: String?
}
