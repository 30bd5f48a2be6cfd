import Domain
import Foundation

/// Whether people who change things in the console must have a second factor.
public enum SecondFactorPolicy: String, Sendable, CaseIterable {
    case required
    /// Who wants one can have it: for trials and demonstrations.
    case optional
}

/// Someone's account in the console.
public enum ConsoleAccount: Sendable, Hashable {
    case member(User.ID, Tenant.ID)
    case `operator`(Operator.ID)

    /// The installation's own id for an operator.
    public var tenant: Tenant.ID {
        switch self {
        case .member(_, let tenant): tenant
        case .operator: Tenant.installation
        }
    }

    /// The 16 bytes of the person's id.
    public var id: Data {
        switch self {
        case .member(let id, _): Data(id.uuid.bytes)
        case .operator(let id): Data(id.uuid.bytes)
        }
    }

    var principalKind: Principal.Kind {
        switch self {
        case .member(let id, _): .user(id)
        case .operator(let id): .operator(id)
        }
    }

    var target: AuditEntry.Target {
        switch self {
        case .member(let id, _): .init(.user, id)
        case .operator(let id): .init(.operator, id)
        }
    }
}

/// A second factor as it is stored.
public struct StoredSecondFactor: Sendable, Hashable {
    public let sealedSeed: Data
    /// The step of the last code that was used.
    public let lastStep: Int64
    public let createdAt: Timestamp

    public init(sealedSeed: Data, lastStep: Int64, createdAt: Timestamp) {
        self.sealedSeed = sealedSeed
        self.lastStep = lastStep
        self.createdAt = createdAt
    }
}

/// What is known of an account, and of one of its sessions.
public struct SecondFactorState: Sendable {
    public let factor: StoredSecondFactor?
    /// Recovery codes that were not used.
    public let recoveryLeft: Int
    /// When the session was last proven with a password or a code, after its sign-in.
    public let provedAt: Timestamp?

    public init(factor: StoredSecondFactor?, recoveryLeft: Int, provedAt: Timestamp?) {
        self.factor = factor
        self.recoveryLeft = recoveryLeft
        self.provedAt = provedAt
    }
}

/// When a session was proven. The key is the session's own: the id of a member's, the hash of an operator's token.
public struct SessionProof: Sendable, Hashable {
    public let session: Data
    public let at: Timestamp

    public init(session: Data, at: Timestamp) {
        self.session = session
        self.at = at
    }
}

/// Second factors, kept by a store.
public protocol SecondFactorStore: Sendable {
    func state(of account: ConsoleAccount, session: Data) async throws(DomainError) -> SecondFactorState
    /// Those members of a tenant who have one.
    func having(_ users: [User.ID], in tenant: Tenant.ID) async throws(DomainError) -> Set<User.ID>
    /// - Returns: false when the account has one.
    func insert(
        _ factor: StoredSecondFactor,
        recovery: [Data],
        of account: ConsoleAccount,
        proof: SessionProof,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool
    /// Notes that the code of a step was used.
    /// - Returns: false when it was used before, or a later one was: each works once, on all nodes together.
    func use(step: Int64, of account: ConsoleAccount) async throws(DomainError) -> Bool
    /// - Returns: false for a code that is unknown or used.
    func use(
        recovery: Data,
        of account: ConsoleAccount,
        at moment: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool
    /// Puts new recovery codes in the place of all old ones.
    func replace(recovery: [Data], of account: ConsoleAccount, audit: AuditDraft) async throws(DomainError)
    /// - Parameter endsSessions: every session of the account in the console ends too.
    /// - Returns: false when there was none.
    func remove(of account: ConsoleAccount, endsSessions: Bool, audit: AuditDraft) async throws(DomainError) -> Bool
    func prove(_ proof: SessionProof, of account: ConsoleAccount) async throws(DomainError)
}
