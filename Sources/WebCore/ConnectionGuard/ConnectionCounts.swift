import Synchronization
import UseCases

/// Counts open connections in total, by address, and by the networks of the address.
///
/// A listener that only stops accepting at its limit can be filled by one client; here each address and each network
/// has only its share.
package final class ConnectionCounts: Sendable {
    /// The limit that rejected a connection.
    package enum Bound: Sendable, Hashable, CaseIterable { case total, address, network }

    let idle: IdleConnections
    /// Of trusted proxies, whose connections no other client may close.
    let idleOfProxies: IdleConnections
    private let limits: ConnectionLimits
    private let proxies: TrustedProxies
    private let state = Mutex(State())

    private struct State {
        package var open = 0
        package var peak = 0
        var admitted = 0
        package var rejected: [Bound: Int] = [:]
        var bySource: [Source: Int] = [:]
    }

    /// An address or a network, as its leading bytes: four are an IPv4 address, three its /24; eight are the /64 of an
    /// IPv6 customer, seven and six its /56 and /48.
    fileprivate struct Source: Hashable {
        let bytes: [UInt8]
        let maximum: Int
        let bound: Bound
    }

    /// One counted connection, until it is passed to `end`.
    struct Admission {
        fileprivate let sources: [Source]
        let isOfProxy: Bool
    }

    package init(limits: ConnectionLimits = ConnectionLimits(), proxies: TrustedProxies = .none) {
        self.limits = limits
        self.proxies = proxies
        let mostIdle = limits.idleConnections ?? max(64, limits.connections / 5 * 2)
        idle = IdleConnections(maximum: mostIdle)
        idleOfProxies = IdleConnections(maximum: mostIdle)
    }

    package var open: Int { state.withLock(\.open) }
    /// Returns the maximum number of open connections since the previous call.
    package func takePeak() -> Int {
        state.withLock { state in
            defer { state.peak = state.open }
            return state.peak
        }
    }
    /// The number of accepted connections since the start, closed ones included.
    package var admitted: Int { state.withLock(\.admitted) }
    /// The number of rejected connections since the start.
    package var rejected: Int { state.withLock { $0.rejected.values.reduce(0, +) } }
    /// The number of connections since the start that one limit rejected.
    package func rejected(by bound: Bound) -> Int { state.withLock { $0.rejected[bound] ?? 0 } }

    /// - Returns: nil when a limit is reached.
    /// - Parameter address: nil for a socket without one, which is local.
    func admit(_ address: IPAddress?) -> Admission? {
        let isLocal = address?.isLoopback ?? true
        let room =
            isLocal
            ? limits.connections : limits.connections - Int(Double(limits.connections) * limits.reservedForLoopback)
        let isOfProxy = address.map(proxies.trusts) ?? false
        let sources = isOfProxy ? [] : address.map(self.sources) ?? []
        return state.withLock { state in
            let full =
                state.open < room ? sources.first { state.bySource[$0, default: 0] >= $0.maximum }?.bound : .total
            guard full == nil else {
                state.rejected[full ?? .total, default: 0] += 1
                return nil
            }
            state.open += 1
            state.peak = max(state.peak, state.open)
            state.admitted += 1
            for source in sources { state.bySource[source, default: 0] += 1 }
            return Admission(sources: sources, isOfProxy: isOfProxy)
        }
    }

    func end(_ admission: Admission) {
        state.withLock { state in
            state.open -= 1
            for source in admission.sources {
                guard let count = state.bySource[source] else { continue }
                state.bySource[source] = count > 1 ? count - 1 : nil
            }
        }
    }

    private func sources(_ address: IPAddress) -> [Source] {
        let own = Source(
            bytes: AddressNetwork.own(address.bytes),
            maximum: limits.connectionsPerAddress,
            bound: .address
        )
        return [own]
            + AddressNetwork.wider(address.bytes).map {
                Source(bytes: $0.network, maximum: limits.maximum(of: $0.width), bound: .network)
            }
    }
}
