import Domain
import Hummingbird
import Logging
import NIOCore

/// A request context that has a request identity. Contexts of signed-in routes adopt it and copy both values from their
/// parent.
public protocol IdentifiedContext: RequestContext {
    var identity: RequestIdentity { get set }
}

extension IdentifiedContext {
    public var requestID: String { identity.id }
    public var clientAddress: String { identity.clientAddress }
    public var trace: TraceID? { identity.trace }
    public var origin: Principal.Origin { identity.origin }
}
