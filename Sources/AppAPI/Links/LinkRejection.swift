import Domain

/// Why a link cannot be used. Its texts in the catalogue are `links.NAME.title` and `.text`.
enum LinkRejection: String, CaseIterable {
    /// Used or expired.
    case gone
    case userDisabled = "user-disabled"
    case emailTaken = "email-taken"
    case sessionLimit = "session-limit"
}
