import Domain

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
