import Domain
import Hummingbird
import Logging
import NIOCore

/// The context that each request starts with.
public struct GatehouseContext: IdentifiedContext {
    public var coreContext: CoreRequestContextStorage
    public var identity: RequestIdentity
    /// The channel that the request arrived on.
    let connection: any Channel

    public init(source: ApplicationRequestContextSource) {
        connection = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        identity = RequestIdentity(id: "", peer: source.channel.remoteAddress.flatMap(IPAddress.init))
    }
}
