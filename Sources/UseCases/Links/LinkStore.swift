import Domain
import Foundation

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
    func link(_ token: CredentialHash, in context: ActionContext) async throws(DomainError) -> OpenLink?
    /// Returns an open change of the user's address whose requesting session is still open.
    func pendingEmail(of user: User.ID, in context: ActionContext) async throws(DomainError) -> OneTimeLink?
    /// Uses a link up, by one atomic compare-and-set; the user's other open links of that purpose become void. Carries
    /// out a decision made from data read in this transaction. A wrong code changes nothing: the caller has counted the
    /// try.
    /// - Returns: nil when no link can be used now; else the user after the change.
    /// - Throws: the decision's error; then the link stays usable.
    func use(
        _ use: LinkUse,
        in context: ActionContext,
        decide: @escaping @Sendable (OneTimeLink, UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> OpenLink?
    /// - Throws: `.notFound(.session)` when the session that requested the change has ended.
    func insert(_ stop: EmailChangeStop, token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError)
    /// - Returns: nil when the link is unknown, used or expired, or was sent to an address that is no longer the
    ///   user's.
    func stop(_ token: CredentialHash, in context: ActionContext) async throws(DomainError) -> OpenStop?
    /// Uses a stop link up: the session that requested the change ends, each open change of the user's address becomes
    /// void, and with `endsAll` all sessions of the user end.
    /// - Returns: nil when no stop can be used now.
    func use(
        stop token: CredentialHash,
        endsAll: Bool,
        in context: ActionContext,
        audit: @escaping @Sendable (OpenStop) -> AuditDraft
    ) async throws(DomainError) -> OpenStop?
    /// Deletes links that expired before `cutoff`; at most `limit` of them.
    func forget(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// Creates the link that follows a used one; nil for none.
public typealias NewLinkMaker = @Sendable (OneTimeLink) -> NewLink?

/// The use of a link: which one, what for, and what follows it.
public struct LinkUse: Sendable {
    public let key: LinkKey
    /// The accepted purposes; a link of another purpose is not found.
    public let purposes: Set<OneTimeLink.Purpose>
    /// Creates the link that is stored in place of the used one.
    public let next: NewLinkMaker?

    public init(_ key: LinkKey, for purposes: Set<OneTimeLink.Purpose>, next: NewLinkMaker? = nil) {
        self.key = key
        self.purposes = purposes
        self.next = next
    }
}

/// Identifies the link to use.
public enum LinkKey: Sendable {
    case token(CredentialHash)
    /// By its address and code; `isCode` says whether a code belongs to that link.
    /// - Parameter askedBy: only a link requested from that network; nil for any.
    case digits(EmailAddress, askedBy: Data?, isCode: @Sendable (CredentialHash, Data) -> Bool)
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

extension OpenStop: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
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

extension OpenLink: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}
