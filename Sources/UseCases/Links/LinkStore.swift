import Domain
import Foundation

/// A link that is not stored yet.
public struct NewLink: Sendable {
    public let link: OneTimeLink
    public let token: CredentialHash
    /// Of the digits that can be typed instead.
    public let code: Data?
    /// Nil for a link that somebody asked for themselves.
    public let audit: AuditDraft?
    /// A keyed hash of the network that asked for it; nil when nobody did.
    public let askedBy: Data?
    public let replacement: Replacement

    /// Which links of the same person and purpose a new one takes the place of. What was handed over gives way only to
    /// what is handed over.
    public enum Replacement: Sendable, Hashable {
        case all
        /// Anyone may have asked for it: what the same network asked for, and all but the last few of what other
        /// networks did. The networks where the person is signed in are counted by themselves, so that strangers take
        /// the place of strangers' links.
        case ofNetwork(known: [Data])
    }

    public init(
        link: OneTimeLink,
        token: CredentialHash,
        code: Data?,
        audit: AuditDraft? = nil,
        askedBy: Data? = nil,
        replacement: Replacement = .all
    ) {
        self.askedBy = askedBy
        self.replacement = replacement
        self.link = link
        self.token = token
        self.code = code
        self.audit = audit
    }
}

/// How someone names the link that they want to use.
public enum LinkKey: Sendable {
    case token(CredentialHash)
    /// By where it went, and digits; `isCode` says whether they are those of that link.
    /// - Parameter askedBy: only a link that was asked for from there; nil for any.
    case digits(EmailAddress, askedBy: Data?, isCode: @Sendable (CredentialHash, Data) -> Bool)
}

/// What is read of a link that can be used now.
public struct OpenLink: Sendable {
    public let link: OneTimeLink
    public let user: User
    public let role: Role
    public let tenant: Tenant
    /// The address before the link was used, if it had been confirmed.
    public let formerEmail: EmailAddress?

    public init(link: OneTimeLink, user: User, role: Role, tenant: Tenant, formerEmail: EmailAddress? = nil) {
        self.formerEmail = formerEmail
        self.link = link
        self.user = user
        self.role = role
        self.tenant = tenant
    }
}

/// What is read of a stop that can be used now.
public struct OpenStop: Sendable {
    public let stop: EmailChangeStop
    public let user: User
    public let role: Role
    public let tenant: Tenant

    public init(stop: EmailChangeStop, user: User, role: Role, tenant: Tenant) {
        self.stop = stop
        self.user = user
        self.role = role
        self.tenant = tenant
    }
}

/// One-time links, kept by a store.
public protocol LinkStore: Sendable {
    /// Stores a link in place of those of the same person and purpose that its `replacement` says; an exchange beside
    /// others.
    /// - Parameter mayGive: asked with the role of the person, in the same transaction.
    /// - Throws: `.notFound(.user)`; `.notFound(.session)` when the session that it was asked for with has ended.
    func insert(
        _ new: NewLink,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (UserRecord) throws(DomainError) -> Void
    ) async throws(DomainError)
    /// - Returns: nil for one that is unknown, used or too old, of which the session has ended that asked for it, or of
    ///   which the one has lost the right who handed it over.
    func link(
        _ token: CredentialHash,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> OpenLink?
    /// An open change of the person's address, of which the session lives that asked for it.
    func pendingEmail(
        of user: User.ID,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> OneTimeLink?
    /// Uses a link up, by one atomic compare-and-set; the person's other open ones of that purpose are void then.
    /// Carries out what is decided on what the same transaction reads. Digits that are wrong change nothing: whoever
    /// calls has counted the try.
    /// - Parameters:
    ///   - purposes: what the link may be for; one of another purpose is not found.
    ///   - next: a link that this one leads to.
    /// - Returns: nil when there is none that can be used now; the person as they are afterwards.
    /// - Throws: what the decision throws; then the link can be used again.
    func use(
        _ key: LinkKey,
        for purposes: Set<OneTimeLink.Purpose>,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        next: NewLinkMaker?,
        decide: @escaping @Sendable (OneTimeLink, UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> OpenLink?
    /// - Throws: `.notFound(.session)` when the session has ended that asked for the change.
    func insert(_ stop: EmailChangeStop, token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError)
    /// - Returns: nil for one that is unknown, used or too old, or went to an address that is not the person's any
    ///   more.
    func stop(
        _ token: CredentialHash,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> OpenStop?
    /// Uses a stop up: the session that asked for the change ends, each open change of the person's address is void,
    /// and with `endsAll` all their sessions end.
    /// - Returns: nil when there is none that can be used now.
    func use(
        stop token: CredentialHash,
        endsAll: Bool,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (OpenStop) -> AuditDraft
    ) async throws(DomainError) -> OpenStop?
    /// Forgets links that were too old before `moment`; at most `limit` of them.
    func forget(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// Makes the link that follows a used one; nil for none.
public typealias NewLinkMaker = @Sendable (OneTimeLink) -> NewLink?
