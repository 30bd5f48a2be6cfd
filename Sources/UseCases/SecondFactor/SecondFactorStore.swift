import Domain
import Foundation

/// Stores second factors.
public protocol SecondFactorStore: Sendable {
    func state(of account: ConsoleAccount, session: Data) async throws(DomainError) -> SecondFactorState
    /// Returns the users among these who have a second factor.
    func having(_ users: [User.ID], in tenant: Tenant.ID) async throws(DomainError) -> Set<User.ID>
    /// - Returns: false when the account already has one.
    func insert(_ new: NewSecondFactor, of account: ConsoleAccount, audit: AuditDraft) async throws(DomainError) -> Bool
    /// Records that the code of a time step was used.
    /// - Returns: false when this or a later code was used before: each works once, over all nodes.
    func use(step: Int64, of account: ConsoleAccount) async throws(DomainError) -> Bool
    /// - Returns: false for a code that is unknown or used.
    func use(
        recovery: Data,
        of account: ConsoleAccount,
        at now: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool
    /// Replaces all recovery codes.
    func replace(recovery: [Data], of account: ConsoleAccount, audit: AuditDraft) async throws(DomainError)
    /// - Parameter endsSessions: whether every console session of the account ends too.
    /// - Returns: false when there was none.
    func remove(of account: ConsoleAccount, endsSessions: Bool, audit: AuditDraft) async throws(DomainError) -> Bool
    func prove(_ proof: SessionProof, of account: ConsoleAccount) async throws(DomainError)
}

/// A second factor that is not stored yet.
public struct NewSecondFactor: Sendable {
    public let factor: StoredSecondFactor
    /// The hashes of the recovery codes.
    public let recovery: [Data]
    /// The session in which the factor was set up counts as proven.
    public let proof: SessionProof

    public init(_ factor: StoredSecondFactor, recovery: [Data], proof: SessionProof) {
        self.factor = factor
        self.recovery = recovery
        self.proof = proof
    }
}

/// The time a session was proven. The key is the session's own: the id of a member's, the hash of an operator's token.
public struct SessionProof: Sendable, Hashable {
    public let session: Data
    public let at: Timestamp
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
