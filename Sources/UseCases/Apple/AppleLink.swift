import Domain

/// How one person's account hangs together with their account at Apple.
public struct AppleLink: Sendable, Hashable {
    public let standing: AppleAccountStatus
    /// When Apple last said that the person still wants the app. Nil when nobody can ask: Apple gave no refresh token,
    /// or said that it is void.
    public let confirmedAt: Timestamp?
    /// Apple has still to be told that the app's right is not wanted any more.
    public let isRevocationWaiting: Bool

    public init(standing: AppleAccountStatus, confirmedAt: Timestamp?, isRevocationWaiting: Bool) {
        self.standing = standing
        self.confirmedAt = confirmedAt
        self.isRevocationWaiting = isRevocationWaiting
    }

    /// Without what is personal: whether mail is passed on tells of an address.
    var impersonal: AppleLink {
        var bare = standing
        bare.forwardsMail = nil
        bare.mailChangedAt = nil
        return AppleLink(standing: bare, confirmedAt: confirmedAt, isRevocationWaiting: isRevocationWaiting)
    }
}

extension AppleAdministration {
    /// - Returns: nil for who has not signed in with Apple here, and for an id that this tenant does not know.
    public func link(of user: User.ID, grant: Grant<ReadUsers>) async throws(DomainError) -> AppleLink? {
        guard let link = try await store.link(of: user, in: grant.tenant) else { return nil }
        return try await settings.settings(of: grant.tenant).settings.isAnonymous ? link.impersonal : link
    }
}
