import Domain
import Foundation

/// An account that an address typed on the console's sign-in page may mean.
public enum ConsoleCandidate: Sendable {
    /// A member: active, in an active tenant, with a role that has console access. One with another sign-in method may
    /// have no password.
    case member(User, Role, PasswordHash?, Tenant)
    case `operator`(Operator, PasswordHash)

    public var password: PasswordHash? {
        switch self {
        case .member(_, _, let hash, _): hash
        case .operator(_, let hash): hash
        }
    }

    var account: ConsoleAccount {
        switch self {
        case .member(let user, _, _, let tenant): .member(user.id, tenant.id)
        case .operator(let person, _): .operator(person.id)
        }
    }

    /// Returns the key under which guesses at this account are counted.
    func guessed(_ email: EmailAddress) -> GuessedAccount {
        switch self {
        case .member(_, _, _, let tenant): GuessedAccount(email, in: tenant.id)
        case .operator: GuessedAccount(email, in: nil)
        }
    }

    var email: EmailAddress? {
        switch self {
        case .member(let user, _, _, _): user.email
        case .operator(let person, _): person.email
        }
    }
}

/// A session of an operator, which belongs to no tenant.
public struct OperatorSession: Sendable, Hashable {
    public let token: CredentialHash
    public let address: String?
    public let createdAt: Timestamp
    public let lastSeenAt: Timestamp
    public let expiresAt: Timestamp
    /// When the operator last gave a password or a code after the sign-in.
    public var provedAt: Timestamp?

    public init(
        token: CredentialHash,
        address: String?,
        createdAt: Timestamp,
        lastSeenAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.token = token
        self.address = address
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.expiresAt = expiresAt
    }
}

/// Stores operators and their sessions.
public protocol OperatorStore: Sendable {
    /// - Throws: `.conflict(.emailTaken)`
    func insert(_ operator: Operator, password: PasswordHash, audit: AuditDraft) async throws(DomainError)
    /// - Returns: nil when no operator has this address.
    func `operator`(_ email: EmailAddress) async throws(DomainError) -> Operator?
    /// Replaces the password and ends the operator's sessions.
    /// - Throws: `.notFound(.operator)`
    func replacePassword(
        of operator: Operator.ID,
        with password: PasswordHash,
        audit: AuditDraft
    ) async throws(DomainError)
    /// Removes the operator and their sessions.
    /// - Throws: `.notFound(.operator)`, `.conflict(.lastOperator)`
    func remove(_ operator: Operator.ID, audit: AuditDraft) async throws(DomainError)
    /// Returns the operators with these ids, in no order.
    func operators(_ ids: [Operator.ID]) async throws(DomainError) -> [Operator]
    /// - Parameter password: the password hash that matched.
    /// - Throws: `.notFound(.operator)` also when the password has been changed meanwhile.
    func insert(
        _ session: OperatorSession,
        of operator: Operator.ID,
        proving password: PasswordHash,
        audit: AuditDraft
    ) async throws(DomainError)
    /// - Returns: nil for an unknown token.
    func session(_ token: CredentialHash) async throws(DomainError) -> (operator: Operator, session: OperatorSession)?
    func touch(_ token: CredentialHash, at moment: Timestamp, expiresAt: Timestamp) async throws(DomainError)
    func end(_ token: CredentialHash) async throws(DomainError)
    /// Records that the session entered a tenant; only the first time writes `audit`, to that tenant's chain.
    func enter(_ tenant: Tenant.ID, with token: CredentialHash, audit: AuditDraft) async throws(DomainError)
}

/// Stores the accounts, invitations and sessions of the console's sign-in.
public protocol ConsoleStore: Sendable {
    /// Returns the accounts that could sign in with this address and their password: the operator first, then members,
    /// with the oldest password first, so that an account added later displaces none. With a slug only that tenant's
    /// member.
    func candidates(
        _ email: EmailAddress,
        tenant: Tenant.Slug?,
        limit: Int
    ) async throws(DomainError) -> [ConsoleCandidate]
    /// Returns the addresses where an account was last seen in the console; at most `limit`.
    func addresses(of account: ConsoleAccount, limit: Int) async throws(DomainError) -> [String]
    /// Returns one account as a candidate; nil when it may not sign in any more.
    func candidate(_ account: ConsoleAccount) async throws(DomainError) -> ConsoleCandidate?
    /// Replaces the set-up link.
    /// - Returns: false when there is an operator already.
    func replaceSetupLink(
        _ token: CredentialHash,
        at moment: Timestamp,
        expiresAt: Timestamp
    ) async throws(DomainError) -> Bool
    /// Whether the link can be used now.
    func isSetupLink(_ token: CredentialHash, at moment: Timestamp) async throws(DomainError) -> Bool
    /// Uses the link up and creates the first operator, in one transaction.
    /// - Throws: `.notFound(.setupLink)`, `.conflict(.setupDone)`
    func setUp(
        _ token: CredentialHash,
        operator: Operator,
        password: PasswordHash,
        at moment: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError)
    /// Returns the user an invitation is for.
    /// - Throws: `.notFound(.invitation)` for an invitation that is unknown, used or expired.
    func invited(
        _ token: CredentialHash,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (User, Tenant)
    /// Uses the invitation up: the user becomes active, with a password where one is given.
    /// - Throws: `.notFound(.invitation)`
    func accept(
        _ token: CredentialHash,
        name: String?,
        password: PasswordHash?,
        at moment: Timestamp,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (User.ID) -> AuditDraft
    ) async throws(DomainError) -> User
}
