import Domain
import Foundation

/// Explains why a request of an app is rejected.
public enum AccessFailure: Error, Sendable, Hashable {
    /// Neither a key nor a host name identifies the tenant.
    case noTenant
    /// The key is not from this server, or revoked, or of another kind.
    case unknownKey
    case tenantSuspended
    /// The tenant's apps use another API dialect.
    case dialectOff
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        if case .unavailable(let wait) = error {
            self = .unavailable(retryAfter: wait)
        } else {
            self = .unavailable(retryAfter: .seconds(1))
        }
    }
}
