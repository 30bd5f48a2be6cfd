import HTTPTypes
import HummingbirdCore
import Synchronization

/// Limits the memory of requests that are not answered yet, over all connections.
///
/// An open request takes memory even when it is empty: tasks, handlers, buffers. So each also counts as
/// `openRequestBytes` in a pool of its own, which limits how many are open at a time.
///
/// A limit for each request is not enough: sixty bodies of eight megabytes that never end hold half a gigabyte. Bodies
/// of events have a pool of their own, so that a flood of them leaves room for sign-ins, and each network has only a
/// share. The first bytes of each connection are free, so that a small request always passes.
///
/// A request holds its bytes until it is answered; a handler that reads over a body while it arrives gives them back
/// before: see `BodyConsumed`. When its client hangs up, it holds them until the task of the connection has ended: see
/// `ConnectionTasks`.
package final class BodyBudget: Sendable {
    package struct Limits: Sendable {
        /// The limit of incomplete headers, and of bodies up to `smallBodyBytes`.
        package var smallBytes = 12 << 20
        /// The limit of events, and of bodies longer than `smallBodyBytes`.
        package var bulkBytes = 27 << 20
        package var smallBodyBytes = 64 << 10
        /// The bytes of each connection that do not count. The number of connections has its own limit.
        package var freeBytes = 2 << 10
        /// The limit of open requests: 1024 at a time.
        package var openBytes = 48 << 20
        /// The memory of one open request. Measured: 36 KB with optimization, 45 KB without, half of it the stack
        /// frames of its task.
        package var openRequestBytes = 48 << 10

        package init() {}
    }

    package enum Pool: String, Sendable, CaseIterable {
        case small, bulk
        /// Open requests, whatever they have sent.
        case open
    }

    /// A network with a share: an IPv4 address or a /56 of IPv6, or its surrounding IPv4 /24 or IPv6 /48.
    struct Network: Hashable {
        fileprivate let bytes: [UInt8]
        /// The share is one over `part` of a pool.
        fileprivate let part: Int
    }

    private struct Use {
        package var held = 0
        package var rejected = 0
        var byNetwork: [Network: Int] = [:]
    }

    private struct State {
        package var small = Use()
        package var bulk = Use()
        package var open = Use()
        package var peak = 0

        package subscript(_ pool: Pool) -> Use {
            _read {
                switch pool {
                case .small: yield small
                case .bulk: yield bulk
                case .open: yield open
                }
            }
            _modify {
                switch pool {
                case .small: yield &small
                case .bulk: yield &bulk
                case .open: yield &open
                }
            }
        }
    }

    package let limits: Limits
    private let proxies: TrustedProxies
    private let routes: any BulkRoutes
    private let state = Mutex(State())

    /// - Parameter routes: says whose bodies are in the pool `bulk`.
    package init(limits: Limits = Limits(), proxies: TrustedProxies = .none, routes: any BulkRoutes) {
        self.limits = limits
        self.proxies = proxies
        self.routes = routes
    }

    /// The bytes held now.
    package func held(in pool: Pool) -> Int { state.withLock { $0[pool].held } }
    /// The number of requests rejected since the start.
    package func rejected(in pool: Pool) -> Int { state.withLock { $0[pool].rejected } }

    package func limit(of pool: Pool) -> Int {
        switch pool {
        case .small: limits.smallBytes
        case .bulk: limits.bulkBytes
        case .open: limits.openBytes
        }
    }

    /// Whether more than half of the permitted requests are open.
    var isCrowded: Bool { held(in: .open) > limits.openBytes / 2 }

    /// Returns the maximum number of bytes held since the previous call.
    package func takePeak() -> Int {
        state.withLock { state in
            let held = state.small.held + state.bulk.held
            defer { state.peak = held }
            return max(state.peak, held)
        }
    }

    /// Whether the body of a request may be large and frequent, because its route takes events.
    func isBulk(_ head: HTTPRequest) -> Bool {
        guard let path = head.path else { return false }
        return routes.isBulk(head.method, at: URI(path).path)
    }

    /// The networks whose shares a request uses: none for this machine and for a trusted proxy itself.
    func networks(peer: IPAddress?, _ head: HTTPRequest? = nil) -> [Network] {
        var client = peer
        if let head, let peer, proxies.trusts(peer) {
            // An address is ASCII; other values are skipped.
            let hops = head.headerFields[values: .xForwardedFor].filter { $0.utf8.allSatisfy { $0 < 0x80 } }
            client = proxies.client(peer: peer, forwardedFor: hops)
        }
        guard let client, !client.isLoopback, !proxies.trusts(client) else { return [] }
        let (own, around) = client.bytes.count == 4 ? (4, 3) : (7, 6)
        return [
            // A third of `bulk` is one delivery of the greatest size, its decoder, and what of it is not unpacked.
            Network(bytes: Array(client.bytes.prefix(own)), part: 3),
            Network(bytes: Array(client.bytes.prefix(around)), part: 2),
        ]
    }

    /// - Returns: false, without reserving anything, when there is no room.
    func reserve(_ bytes: Int, in pool: Pool, of networks: [Network]) -> Bool {
        // Open requests are many and small, so the share of a network is smaller; the last sixteenth is for this
        // machine, which sends health checks.
        let (limit, parts) =
            pool == .open ? (networks.isEmpty ? limits.openBytes : limits.openBytes / 16 * 15, 4) : (limit(of: pool), 1)
        return state.withLock { state in
            guard state[pool].held + bytes <= limit,
                networks.allSatisfy({ state[pool].byNetwork[$0, default: 0] + bytes <= limit / ($0.part * parts) })
            else {
                state[pool].rejected += 1
                return false
            }
            state[pool].held += bytes
            for network in networks { state[pool].byNetwork[network, default: 0] += bytes }
            state.peak = max(state.peak, state.small.held + state.bulk.held)
            return true
        }
    }

    func release(_ bytes: Int, in pool: Pool, of networks: [Network]) {
        state.withLock { state in
            state[pool].held -= bytes
            for network in networks {
                let left = state[pool].byNetwork[network, default: 0] - bytes
                state[pool].byNetwork[network] = left > 0 ? left : nil
            }
        }
    }
}

/// The share of one connection in the budget: the bytes of its unanswered requests.
struct BodyHold: Sendable {
    private let budget: BodyBudget
    private var networks: [BodyBudget.Network] = []
    /// The body bytes of each unanswered request, the oldest first.
    private var bodies: [Int] = []
    private var bodyBytes = 0
    private var headerBytes = 0
    private var hasBulk = false
    private var pool = BodyBudget.Pool.small
    private var reserved = 0
    /// The networks of the open requests; nil without open requests.
    private var openNetworks: [BodyBudget.Network]?

    init(budget: BodyBudget) { self.budget = budget }

    mutating func start(peer: IPAddress?) { networks = budget.networks(peer: peer) }

    var isCrowded: Bool { budget.isCrowded }

    /// Counts a request from the end of its header until it is answered.
    /// - Returns: false, without counting it, when too many are open.
    mutating func begin(_ head: HTTPRequest, peer: @autoclosure () -> IPAddress?) -> Bool {
        // One task answers the requests of a connection in order, so only the first open request counts.
        if openNetworks == nil {
            let networks = budget.networks(peer: peer(), head)
            guard budget.reserve(budget.limits.openRequestBytes, in: .open, of: networks) else { return false }
            openNetworks = networks
        }
        bodies.append(0)
        headerBytes = 0
        release()
        guard head.headerFields[.contentLength] != nil || head.headerFields[.transferEncoding] != nil else {
            return true
        }
        if budget.isBulk(head) { hasBulk = true }
        // Bytes that are already reserved stay with their networks.
        if reserved == 0 { networks = budget.networks(peer: peer(), head) }
        return true
    }

    /// - Returns: false when there is no room for the bytes.
    mutating func addHeader(_ bytes: Int) -> Bool {
        headerBytes += bytes
        return reserve()
    }

    /// - Returns: false when there is no room for the bytes.
    mutating func addBody(_ bytes: Int) -> Bool {
        guard !bodies.isEmpty else { return true }
        bodies[bodies.count - 1] += bytes
        bodyBytes += bytes
        return reserve()
    }

    /// Frees bytes of the oldest request, whose handler has read over them: a connection's requests are read in order.
    /// - Parameter kept: the bytes that the handler holds instead.
    /// - Returns: false when there is no room for these.
    mutating func consume(_ bytes: Int, keeping kept: Int) -> Bool {
        guard let held = bodies.first else { return true }
        // Never what belongs to another request.
        let change = kept - min(bytes, held)
        bodies[0] += change
        bodyBytes += change
        release()
        return reserve()
    }

    /// Ends the oldest request, which is answered.
    mutating func end() {
        guard !bodies.isEmpty else { return }
        bodyBytes -= bodies.removeFirst()
        if bodies.isEmpty {
            hasBulk = false
            releaseOpen()
        }
        release()
    }

    mutating func endAll() {
        bodies = []
        (bodyBytes, headerBytes) = (0, 0)
        hasBulk = false
        release()
        releaseOpen()
    }

    private mutating func releaseOpen() {
        guard let networks = openNetworks else { return }
        budget.release(budget.limits.openRequestBytes, in: .open, of: networks)
        openNetworks = nil
    }

    private var wanted: Int { max(0, bodyBytes + headerBytes - budget.limits.freeBytes) }

    private mutating func reserve() -> Bool {
        let wanted = wanted
        let next: BodyBudget.Pool = hasBulk || bodyBytes > budget.limits.smallBodyBytes ? .bulk : .small
        guard wanted > 0, wanted != reserved || next != pool else { return true }
        guard next != pool else {
            guard wanted > reserved else { return true }
            guard budget.reserve(wanted - reserved, in: pool, of: networks) else { return false }
            reserved = wanted
            return true
        }
        guard budget.reserve(wanted, in: next, of: networks) else { return false }
        if reserved > 0 { budget.release(reserved, in: pool, of: networks) }
        (pool, reserved) = (next, wanted)
        return true
    }

    private mutating func release() {
        let wanted = wanted
        guard wanted < reserved else { return }
        budget.release(reserved - wanted, in: pool, of: networks)
        reserved = wanted
        if reserved == 0 { pool = .small }
    }
}

/// Says which routes take deliveries of events, whose bodies are many and large.
package protocol BulkRoutes: Sendable {
    func isBulk(_ method: HTTPRequest.Method, at path: String) -> Bool
}
