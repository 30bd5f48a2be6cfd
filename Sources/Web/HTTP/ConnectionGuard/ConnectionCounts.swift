import Synchronization

/// How many connections are open, in all and by address.
///
/// A listener that merely stops accepting when it is full can be filled by one client; here each address fills only its share.
public final class ConnectionCounts: Sendable {
    private let limits: ConnectionLimits
    private let proxies: TrustedProxies
    private let state = Mutex(State())

    private struct State {
        var open = 0
        var admitted = 0
        var refused = 0
        var byAddress: [Source: Int] = [:]
    }

    /// An IPv4 address or the first half of an IPv6 one, which is what one customer has.
    fileprivate struct Source: Hashable {
        let bytes: ArraySlice<UInt8>

        init(_ address: IPAddress) { bytes = address.bytes.prefix(address.bytes.count == 4 ? 4 : 8) }
    }

    /// One connection that counts until `end` is called with it.
    struct Admission {
        fileprivate let source: Source?
    }

    public init(limits: ConnectionLimits = ConnectionLimits(), proxies: TrustedProxies = .none) {
        self.limits = limits
        self.proxies = proxies
    }

    public var open: Int { state.withLock(\.open) }
    /// Since the start, also those that are closed.
    public var admitted: Int { state.withLock(\.admitted) }
    /// Since the start.
    public var refused: Int { state.withLock(\.refused) }

    /// - Returns: nil when there are enough connections already.
    /// - Parameter address: nil for a socket without one, which comes from this machine.
    func admit(_ address: IPAddress?) -> Admission? {
        let isLocal = address?.isLoopback ?? true
        let room = isLocal ? limits.connections : limits.connections - Int(Double(limits.connections) * limits.reservedForLoopback)
        let source = address.flatMap { proxies.trusts($0) ? nil : Source($0) }
        return state.withLock { state in
            let mine = source.map { state.byAddress[$0, default: 0] } ?? 0
            guard state.open < room, mine < limits.connectionsPerAddress else {
                state.refused += 1
                return nil
            }
            state.open += 1
            state.admitted += 1
            if let source { state.byAddress[source] = mine + 1 }
            return Admission(source: source)
        }
    }

    func end(_ admission: Admission) {
        state.withLock { state in
            state.open -= 1
            guard let source = admission.source, let mine = state.byAddress[source] else { return }
            state.byAddress[source] = mine > 1 ? mine - 1 : nil
        }
    }
}
