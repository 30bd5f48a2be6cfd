import Domain
import Hummingbird
import Logging
import NIOCore

/// A request context that has a request identity. Contexts of signed-in routes adopt it and copy its values from their
/// parent.
package protocol IdentifiedContext: RequestContext {
    var identity: RequestIdentity { get set }
    /// The channel that the request arrived on.
    var connection: any Channel { get }
}

extension IdentifiedContext {
    package var requestID: String { identity.id }
    package var clientAddress: String { identity.clientAddress }
    package var trace: TraceID? { identity.trace }
    package var origin: RequestOrigin { identity.origin }
}
