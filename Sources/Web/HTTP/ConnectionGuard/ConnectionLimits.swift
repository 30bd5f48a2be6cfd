import NIOCore
import UseCases

/// How long a client may take, and how much it may send before anyone knows who it is.
public struct ConnectionLimits: Sendable {
    /// From the connection, or from the first byte of a later request, to the end of its header. Default 15 s; then
    /// 408.
    public var headerDeadline = TimeAmount.seconds(15)
    /// From the first byte of a request to its last, however steadily it drips. Default 30 s; then 408. It is about
    /// reading: an answer may take as long as it likes.
    public var requestDeadline = TimeAmount.seconds(30)
    /// In place of `requestDeadline` for requests that begin while open ones take more than half of what they may.
    /// Default 5 s.
    public var crowdedRequestDeadline = TimeAmount.seconds(5)
    /// Between an answer and the next request. Default 60 s; then the connection is closed.
    public var idleTimeout = TimeAmount.seconds(60)
    /// How long a client may take no byte of an answer that waits for it. Default 60 s; the connection is closed
    /// between half of it and all of it.
    public var writeStall = TimeAmount.seconds(60)
    /// After the last answer, for the client to read it and close. Default 2 s.
    public var lingerTime = TimeAmount.seconds(2)

    /// Fields of one header. Default 100; more are 431.
    public var headerFields = 100
    /// Names and values of all fields together. Default 16 KiB; more are 431.
    public var headerBytes = 16 * 1024
    /// Path and query. Default 8 KiB; more are 414.
    public var targetBytes = 8 * 1024
    /// Chunks of one body that may be of any size. Default 1000.
    public var chunks = 1000
    /// With more of them, the bytes that they must have on average. Default 16; then 400.
    public var chunkBytes = 16
    /// Of trailers, and of the extensions of a chunk. Default 4 KiB; then 400.
    public var bodyOverheadBytes = 4 * 1024
    /// What is read of a body that no handler wanted, after its answer. Default 64 KiB; then the connection is closed.
    public var unreadBodyBytes = 64 * 1024

    /// From one IPv4 address, or from one /64 of IPv6. Default 64; a trusted proxy may open as many as it likes.
    public var connectionsPerAddress = 64
    /// From one IPv4 /24. Default eight times what one address has, and at most an eighth of all.
    public var connectionsPerIPv4Prefix24: Int?
    /// From one IPv6 /56. Default four times what one address has, and at most an eighth of all.
    public var connectionsPerIPv6Prefix56: Int?
    /// From one IPv6 /48. Default sixteen times what one address has, and at most a quarter of all.
    public var connectionsPerIPv6Prefix48: Int?
    /// All connections. Default 10 000; the process needs as many file descriptors and a few more.
    public var connections = 10_000
    /// The part of `connections` that only loopback may use, so that health checks and the operator still get in.
    /// Default 5 %.
    public var reservedForLoopback = 0.05

    public init() {}
}

extension ConnectionLimits {
    /// Never less than what one address has: who raises that means it.
    func maximum(of width: AddressNetwork.Width) -> Int {
        switch width {
        case .ipv4Prefix24: connectionsPerIPv4Prefix24 ?? scaled(8, atMost: connections / 8)
        case .ipv6Prefix56: connectionsPerIPv6Prefix56 ?? scaled(4, atMost: connections / 8)
        case .ipv6Prefix48: connectionsPerIPv6Prefix48 ?? scaled(16, atMost: connections / 4)
        }
    }

    private func scaled(_ factor: Int, atMost bound: Int) -> Int {
        max(connectionsPerAddress, min(connectionsPerAddress * factor, bound))
    }
}
