import Domain
import Hummingbird
import Logging
import NIOCore

/// What every request is known by, before anyone is signed in.
public struct RequestIdentity: Sendable, Hashable {
    /// Made here for each request, and answered as `X-Request-Id`; what a client sends under that name never becomes
    /// it.
    public var id: String
    /// The address at the other end of the connection; nil when it has none, as in tests without a socket.
    public var peer: IPAddress?
    /// Who sent the request: the peer, or whom a trusted proxy names.
    public var client: IPAddress?
    /// The attempt that the client says the request belongs to.
    public var trace: TraceID?

    public init(id: String, peer: IPAddress?, client: IPAddress? = nil, trace: TraceID? = nil) {
        self.id = id
        self.peer = peer
        self.client = client ?? peer
        self.trace = trace
    }

    /// The client's address as text, `unknown` without one.
    public var clientAddress: String { client?.description ?? "unknown" }

    /// Where an audit entry says that a change came from.
    public var origin: Principal.Origin { Principal.Origin(address: clientAddress, requestID: id, trace: trace) }
}

/// A request context that knows its request. Contexts of signed-in routes adopt it and copy both values from their
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

/// The context that each request starts with.
public struct GatehouseContext: IdentifiedContext {
    public var coreContext: CoreRequestContextStorage
    public var identity: RequestIdentity
    /// What the request came through.
    let connection: any Channel

    public init(source: ApplicationRequestContextSource) {
        connection = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        identity = RequestIdentity(id: "", peer: source.channel.remoteAddress.flatMap(IPAddress.init))
    }
}
