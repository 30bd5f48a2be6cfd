import Domain
import Foundation

/// Stores second factors.
public protocol SecondFactorStore: Sendable {
    func state(of account: ConsoleAccount, session: Data) async throws(DomainError) -> SecondFactorState
    /// Returns the users among these who have a second factor.
    func having(_ users: [User.ID], in tenant: Tenant.ID) async throws(DomainError) -> Set<User.ID>
    /// - Returns: false when the account already has one.
    func insert(
        _ new: NewSecondFactor,
        of account: ConsoleAccount,
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
