import Domain

/// A message to the former mailbox of a user who wants another address.
struct StopMessage: Sendable {
    let former: EmailAddress
    /// The session that requested the change.
    let record: SessionRecord
    /// Languages in order of preference.
    let languages: [Language]
    let settings: TenantSettings
}
