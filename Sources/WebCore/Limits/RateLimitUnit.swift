import Domain
import HTTPTypes
import Synchronization
import UseCases

/// The unit of a limit.
package enum RateLimitUnit {
    case events, bytes
}
