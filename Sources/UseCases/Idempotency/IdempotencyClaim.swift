import Crypto
import Domain
import Foundation

/// The state of an idempotency key.
public enum IdempotencyClaim: Sendable {
    /// The key is new: do the work, then store the response, or delete the key when the work failed.
    case first
    /// The work was done before; the sealed response.
    case done(Data)
}
