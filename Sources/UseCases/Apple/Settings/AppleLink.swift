import Domain

/// The link between one user's account and their account at Apple.
public struct AppleLink: Sendable, Hashable {
    public let accountStatus: AppleAccountStatus
    /// When Apple last confirmed that the user consents to the app. Nil when that cannot be checked: Apple issued no
    /// refresh token, or reported it void.
    public let confirmedAt: Timestamp?
    /// The revocation of the user's consent has still to be sent to Apple.
    public let isRevocationWaiting: Bool

    public init(accountStatus: AppleAccountStatus, confirmedAt: Timestamp?, isRevocationWaiting: Bool) {
        self.accountStatus = accountStatus
        self.confirmedAt = confirmedAt
        self.isRevocationWaiting = isRevocationWaiting
    }

    /// Without personal data: whether mail is forwarded reveals something about the address.
    var impersonal: AppleLink {
        var bare = accountStatus
        bare.forwardsMail = nil
        bare.mailChangedAt = nil
        return AppleLink(accountStatus: bare, confirmedAt: confirmedAt, isRevocationWaiting: isRevocationWaiting)
    }
}

extension AppleAdministration {
    /// - Returns: nil for a user who has not signed in with Apple here, and for an id that this tenant does not know.
    public func link(of user: User.ID, grant: Grant<ReadUsers>) async throws(DomainError) -> AppleLink? {
        guard let link = try await store.link(of: user, in: grant.tenant) else { return nil }
        return try await settings.settings(of: grant.tenant).settings.isAnonymous ? link.impersonal : link
    }
}
