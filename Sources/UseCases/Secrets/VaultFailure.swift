import Crypto
import Domain
import Foundation

/// Explains why a sealed value cannot be opened.
public enum VaultFailure: Error, Sendable, Hashable {
    /// The value was sealed for another tenant, column or row, with another root key, or has been changed.
    case unreadable
    /// The tenant's key cannot be read now.
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        if case .unavailable(let wait) = error {
            self = .unavailable(retryAfter: wait)
        } else {
            self = .unavailable(retryAfter: .seconds(1))
        }
    }
}
