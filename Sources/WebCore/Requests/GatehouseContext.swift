import Domain
import Hummingbird
import Logging
import NIOCore

/// The context that each request starts with.
package struct GatehouseContext: IdentifiedContext {
    package var coreContext: CoreRequestContextStorage
    package var identity: RequestIdentity
    /// The channel that the request arrived on.
    package let connection: any Channel

    package init(source: ApplicationRequestContextSource) {
        connection = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        let peer = source.channel.remoteAddress.flatMap(IPAddress.init)
        identity = RequestIdentity(id: "", peer: peer, networks: nil, trace: nil)
    }
}

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
