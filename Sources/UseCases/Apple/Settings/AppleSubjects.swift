import Crypto
import Domain
import Foundation

/// Computes the forms in which Apple's subjects are stored.
public struct AppleSubjects: Sendable {
    let vault: Vault

    public func stored(_ subject: String, isAnonymous: Bool, in tenant: Tenant.ID) async throws(DomainError) -> String {
        isAnonymous ? try await hash(of: subject, in: tenant) : subject
    }

    /// Hashes the subject for tenants that store no personal data. Always uses the tenant's first key, so that a user's
    /// hash stays equal when the key is changed.
    func hash(of subject: String, in tenant: Tenant.ID) async throws(DomainError) -> String {
        do throws(VaultFailure) {
            // Creates the first key when there is none.
            _ = try await vault.currentVersion(of: tenant)
            let key = try await vault.derived(.subject, about: [], version: 1, of: tenant)
            return Hexadecimal.encode(Array(HMAC<SHA256>.authenticationCode(for: Data(subject.utf8), using: key)))
        } catch { throw DomainError(error) }
    }
}
