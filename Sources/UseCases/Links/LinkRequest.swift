import Domain

/// A request for a one-time link, from an app.
public struct LinkRequest: Sendable {
    public let purpose: OneTimeLink.Purpose
    public var email: String
    /// The address the browser is sent to afterwards: validated by the caller, or one of the tenant's redirect
    /// addresses.
    public var returnTo: String?
    /// A session is handed over at that address.
    public var opensSession = false
    /// The link in the message leads to that address, with `?token=` appended, instead of to a page of this server.
    public var leadsToApp = false
    public var challenge: ProofKeyChallenge?
    /// Creates an account for an unknown address, with these attributes.
    public var newAccount: UserAttributes?
    /// The message contains a code that can be typed instead.
    public var showsCode = false
    /// Languages in order of preference.
    public var languages: [Language] = []
    /// The requesting session: the link is valid only while it is live.
    var session: Session.ID?

    public init(_ purpose: OneTimeLink.Purpose, email: String) {
        self.purpose = purpose
        self.email = email
    }
}
