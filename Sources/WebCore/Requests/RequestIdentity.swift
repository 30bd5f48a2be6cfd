import Domain
import Hummingbird
import Logging
import NIOCore
import UseCases

/// Identifies a request before authentication.
package struct RequestIdentity: Sendable, Hashable {
    /// Generated for each request and sent as `X-Request-Id`; a value from the client is never used.
    package var id: String
    /// The address of the connection's other end; nil when it has none, as in tests without a socket.
    package var peer: IPAddress?
    /// The address of the client: the peer, or the address that a trusted proxy reports.
    package var client: IPAddress?
    /// The networks of the client that have shares of limits; nil for this machine and for a trusted proxy itself.
    package var networks: ClientNetworks?
    /// The trace id that the client sent.
    package var trace: TraceID?

    package init(id: String, peer: IPAddress?, client: IPAddress? = nil, networks: ClientNetworks?, trace: TraceID?) {
        self.id = id
        self.peer = peer
        self.client = client ?? peer
        self.networks = networks
        self.trace = trace
    }

    /// The client's address as text, `unknown` without one.
    package var clientAddress: String { client?.description ?? "unknown" }

    /// What an error that ends the request is called; nil without an id.
    package var reference: AttemptReference? { origin.attempt.map { AttemptReference($0) } }

    /// The request origin that audit entries store.
    package var origin: RequestOrigin { RequestOrigin(address: clientAddress, requestID: id, trace: trace) }
}
