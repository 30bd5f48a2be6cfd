import Domain
import Foundation

/// Stores the uses of identity tokens, the accounts that they sign in, and the refresh tokens.
public protocol AppleSignInStore: Sendable {
    /// Records the use of an identity token, reads the user it names, decides and carries the decision out, in one
    /// transaction. Records nothing about a token whose use is rejected.
    /// - Throws: `.conflict(.emailTaken)` when another user got the address meanwhile.
    func admit(
        _ use: AppleUse,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (AppleRecord) -> AppleDecision
    ) async throws(DomainError) -> AppleAdmission
    /// Stores a refresh token and replaces the one before it.
    func keep(_ token: StoredAppleToken, checkAt moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
    /// Returns a user's refresh token for one client id, sealed; nil when there is none.
    func token(of user: User.ID, clientID: String, in tenant: Tenant.ID) async throws(DomainError) -> Data?
    /// Deletes uses of tokens that expired before `moment`; at most `limit` of them, over all tenants.
    func forgetUses(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}
