import Crypto
import Domain
import Foundation

/// Explains why a notification was rejected.
public enum AppleNoticeFailure: Error, Sendable, Hashable {
    /// The tenant has no Apple settings.
    case notConnected
    /// The notification is not Apple's, or not for this tenant.
    case refused(AppleTokenFailure)
    /// A temporary failure; Apple sends the notification again.
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .unavailable(let wait), .throttled(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .conflict, .invalid, .denied: self = .unavailable(retryAfter: .seconds(1))
        }
    }
}
