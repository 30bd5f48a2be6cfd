import Domain
import Foundation

/// Says whether users who change data in the console must have a second factor.
public enum SecondFactorPolicy: String, Sendable, CaseIterable {
    case required
    /// Each user may set one up: for trials and demonstrations.
    case optional
}

/// An account in the console.
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

    /// The 16 bytes of the user's id.
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
    /// The time step of the last used code.
    public let lastStep: Int64
    public let createdAt: Timestamp

    public init(sealedSeed: Data, lastStep: Int64, createdAt: Timestamp) {
        self.sealedSeed = sealedSeed
        self.lastStep = lastStep
        self.createdAt = createdAt
    }
}

/// The second-factor state of an account and of one of its sessions.
public struct SecondFactorState: Sendable {
    public let factor: StoredSecondFactor?
    /// The number of unused recovery codes.
    public let recoveryLeft: Int
    /// When the session was last proven with a password or a code, after its sign-in.
    public let provedAt: Timestamp?

    public init(factor: StoredSecondFactor?, recoveryLeft: Int, provedAt: Timestamp?) {
        self.factor = factor
        self.recoveryLeft = recoveryLeft
        self.provedAt = provedAt
    }
}

/// The time a session was proven. The key is the session's own: the id of a member's, the hash of an operator's token.
public struct SessionProof: Sendable, Hashable {
    public let session: Data
    public let at: Timestamp

    public init(session: Data, at: Timestamp) {
        self.session = session
        self.at = at
    }
}

/// Stores second factors.
public protocol SecondFactorStore: Sendable {
    func state(of account: ConsoleAccount, session: Data) async throws(DomainError) -> SecondFactorState
    /// Returns the users among these who have a second factor.
    func having(_ users: [User.ID], in tenant: Tenant.ID) async throws(DomainError) -> Set<User.ID>
    /// - Returns: false when the account already has one.
    func insert(
        _ factor: StoredSecondFactor,
        recovery: [Data],
        of account: ConsoleAccount,
        proof: SessionProof,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool
    /// Records that the code of a time step was used.
    /// - Returns: false when this or a later code was used before: each works once, over all nodes.
    func use(step: Int64, of account: ConsoleAccount) async throws(DomainError) -> Bool
    /// - Returns: false for a code that is unknown or used.
    func use(
        recovery: Data,
        of account: ConsoleAccount,
        at moment: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool
    /// Replaces all recovery codes.
    func replace(recovery: [Data], of account: ConsoleAccount, audit: AuditDraft) async throws(DomainError)
    /// - Parameter endsSessions: whether every console session of the account ends too.
    /// - Returns: false when there was none.
    func remove(of account: ConsoleAccount, endsSessions: Bool, audit: AuditDraft) async throws(DomainError) -> Bool
    func prove(_ proof: SessionProof, of account: ConsoleAccount) async throws(DomainError)
}
