import Synchronization
import UseCases

/// How many connections are open, in all, by address, and by the networks that the address is in.
///
/// A listener that merely stops accepting when it is full can be filled by one client; here each address and each
/// network fills only its share.
public final class ConnectionCounts: Sendable {
    /// What was full when a connection was refused.
    public enum Bound: Sendable, Hashable, CaseIterable { case total, address, network }

    private let limits: ConnectionLimits
    private let proxies: TrustedProxies
    private let state = Mutex(State())

    private struct State {
        var open = 0
        var peak = 0
        var admitted = 0
        var refused: [Bound: Int] = [:]
        var bySource: [Source: Int] = [:]
    }

    /// An address or a network: its leading bytes. An IPv6 customer has the first half; four bytes are an IPv4 address,
    /// three its /24, and seven and six a /56 and a /48 of IPv6.
    fileprivate struct Source: Hashable {
        let bytes: [UInt8]
        let maximum: Int
        let bound: Bound
    }

    /// One connection that counts until `end` is called with it.
    struct Admission {
        fileprivate let sources: [Source]
    }

    public init(limits: ConnectionLimits = ConnectionLimits(), proxies: TrustedProxies = .none) {
        self.limits = limits
        self.proxies = proxies
    }

    public var open: Int { state.withLock(\.open) }
    /// The most that were open since this was asked last.
    public func takePeak() -> Int {
        state.withLock { state in
            defer { state.peak = state.open }
            return state.peak
        }
    }
    /// Since the start, also those that are closed.
    public var admitted: Int { state.withLock(\.admitted) }
    /// Since the start.
    public var refused: Int { state.withLock { $0.refused.values.reduce(0, +) } }
    /// Since the start, by what was full.
    public func refused(by bound: Bound) -> Int { state.withLock { $0.refused[bound] ?? 0 } }

    /// - Returns: nil when there are enough connections already.
    /// - Parameter address: nil for a socket without one, which comes from this machine.
    func admit(_ address: IPAddress?) -> Admission? {
        let isLocal = address?.isLoopback ?? true
        let room =
            isLocal
            ? limits.connections : limits.connections - Int(Double(limits.connections) * limits.reservedForLoopback)
        let sources = address.map { proxies.trusts($0) ? [] : self.sources($0) } ?? []
        return state.withLock { state in
            let full =
                state.open < room ? sources.first { state.bySource[$0, default: 0] >= $0.maximum }?.bound : .total
            guard full == nil else {
                state.refused[full ?? .total, default: 0] += 1
                return nil
            }
            state.open += 1
            state.peak = max(state.peak, state.open)
            state.admitted += 1
            for source in sources { state.bySource[source, default: 0] += 1 }
            return Admission(sources: sources)
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
