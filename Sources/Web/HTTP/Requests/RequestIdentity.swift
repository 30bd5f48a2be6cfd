import Domain
import Hummingbird
import Logging
import NIOCore

/// Identifies a request before authentication.
public struct RequestIdentity: Sendable, Hashable {
    /// Generated for each request and sent as `X-Request-Id`; a value from the client is never used.
    public var id: String
    /// The address of the connection's other end; nil when it has none, as in tests without a socket.
    public var peer: IPAddress?
    /// The address of the client: the peer, or the address that a trusted proxy reports.
    public var client: IPAddress?
    /// The trace id that the client sent.
    public var trace: TraceID?

    public init(id: String, peer: IPAddress?, client: IPAddress? = nil, trace: TraceID? = nil) {
        self.id = id
        self.peer = peer
        self.client = client ?? peer
        self.trace = trace
    }

    /// The client's address as text, `unknown` without one.
    public var clientAddress: String { client?.description ?? "unknown" }

    /// The request origin that audit entries store.
    public var origin: Principal.Origin { Principal.Origin(address: clientAddress, requestID: id, trace: trace) }
}
