import Domain

/// A refreshed session with its new tokens.
public struct RefreshedSession: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let tenant: Tenant
    public let terms: SessionTerms
    public let tokens: IssuedTokens
    /// How the repeat is classified, when this successor had been issued before.
    public let repetition: RefreshReuse?

    public var isRepeated: Bool { repetition != nil }
}
