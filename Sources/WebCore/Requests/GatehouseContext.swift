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
