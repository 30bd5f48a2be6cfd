import Domain

/// A link that an administrator hands over, as requested.
public struct LinkDraft: Sendable {
    public let purpose: OneTimeLink.Purpose
    /// Required for a change of address, and only then.
    public let newEmail: String?
    /// The address the browser is sent to afterwards; one of the tenant's own.
    public let returnTo: String?
    /// A session is handed over at that address.
    public var opensSession: Bool

    public init(
        _ purpose: OneTimeLink.Purpose,
        newEmail: String? = nil,
        returnTo: String? = nil,
        opensSession: Bool = false
    ) {
        self.purpose = purpose
        self.newEmail = newEmail
        self.returnTo = returnTo
        self.opensSession = opensSession
    }
}
