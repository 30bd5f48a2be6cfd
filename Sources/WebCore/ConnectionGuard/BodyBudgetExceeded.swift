import Domain
import HTTPTypes
import Synchronization

/// There is no room for the rest of a request.
struct BodyBudgetExceeded: WebFailureConvertible {
    var webFailure: WebFailure { WebFailure(DomainError.unavailable(retryAfter: .seconds(2))) }
}
