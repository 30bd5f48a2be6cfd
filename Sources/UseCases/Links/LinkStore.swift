import Domain
import Foundation

/// A link that is not stored yet.
public struct NewLink: Sendable {
    public let link: OneTimeLink
    public let token: CredentialHash
    /// The keyed hash of the code that can be typed instead.
    public let code: Data?
    /// Nil for a link that the user requested.
    public let audit: AuditDraft?
    /// A keyed hash of the network that requested it; nil when no request did.
    public let askedBy: Data?
    public let replacement: Replacement

    /// Says which links of the user and purpose a new one replaces. A link that was handed over is replaced only by
    /// another such link.
    public enum Replacement: Sendable, Hashable {
        case all
        /// Anyone may have requested it. It replaces the links that this network requested, and all but the last few of
        /// other networks. Networks where the user is signed in are counted separately, so that unknown networks
        /// replace only each other's links.
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

/// Identifies the link to use.
public enum LinkKey: Sendable {
    case token(CredentialHash)
    /// By its address and code; `isCode` says whether a code belongs to that link.
    /// - Parameter askedBy: only a link requested from that network; nil for any.
    case digits(EmailAddress, askedBy: Data?, isCode: @Sendable (CredentialHash, Data) -> Bool)
}

/// The data read of a link that can be used now.
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

/// The data read of a stop link that can be used now.
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

/// Stores one-time links.
public protocol LinkStore: Sendable {
    /// Stores a link and replaces those of the user and purpose that its `replacement` says; an exchange code is added
    /// beside others.
    /// - Parameter mayGive: called with the user's role, in this transaction.
    /// - Throws: `.notFound(.user)`; `.notFound(.session)` when the requesting session has ended.
    func insert(
        _ new: NewLink,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (UserRecord) throws(DomainError) -> Void
    ) async throws(DomainError)
    /// - Returns: nil when the link is unknown, used or expired, when the session that requested it has ended, or when
    ///   the member who handed it over has lost the right to.
    func link(
        _ token: CredentialHash,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> OpenLink?
    /// Returns an open change of the user's address whose requesting session is still open.
    func pendingEmail(
        of user: User.ID,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> OneTimeLink?
    /// Uses a link up, by one atomic compare-and-set; the user's other open links of that purpose become void. Carries
    /// out a decision made from data read in this transaction. A wrong code changes nothing: the caller has counted the
    /// try.
    /// - Parameters:
    ///   - purposes: the accepted purposes; a link of another purpose is not found.
    ///   - next: a link to store in place of the used one.
    /// - Returns: nil when no link can be used now; else the user after the change.
    /// - Throws: the decision's error; then the link stays usable.
    func use(
        _ key: LinkKey,
        for purposes: Set<OneTimeLink.Purpose>,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        next: NewLinkMaker?,
        decide: @escaping @Sendable (OneTimeLink, UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> OpenLink?
    /// - Throws: `.notFound(.session)` when the session that requested the change has ended.
    func insert(_ stop: EmailChangeStop, token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError)
    /// - Returns: nil when the link is unknown, used or expired, or was sent to an address that is no longer the
    ///   user's.
    func stop(
        _ token: CredentialHash,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> OpenStop?
    /// Uses a stop link up: the session that requested the change ends, each open change of the user's address becomes
    /// void, and with `endsAll` all sessions of the user end.
    /// - Returns: nil when no stop can be used now.
    func use(
        stop token: CredentialHash,
        endsAll: Bool,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (OpenStop) -> AuditDraft
    ) async throws(DomainError) -> OpenStop?
    /// Deletes links that expired before `moment`; at most `limit` of them.
    func forget(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// Makes the link that follows a used one; nil for none.
public typealias NewLinkMaker = @Sendable (OneTimeLink) -> NewLink?
