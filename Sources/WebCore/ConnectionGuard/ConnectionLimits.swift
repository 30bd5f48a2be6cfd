import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import UseCases

/// The limits of time and size for clients that are not authenticated yet.
package struct ConnectionLimits: Sendable {
    /// The time from the connection, or from the first byte of a later request, to the end of its header. Default 15 s;
    /// then 408.
    package var headerDeadline = TimeAmount.seconds(15)
    /// The time from the first byte of a request to its last, even if bytes arrive steadily. Default 30 s; then 408. It
    /// covers reading only.
    package var requestDeadline = TimeAmount.seconds(30)
    /// Replaces `requestDeadline` for requests that begin while more than half of the permitted requests are open.
    /// Default 5 s.
    package var crowdedRequestDeadline = TimeAmount.seconds(5)
    /// The time between a response and the next request. Default 60 s; then the connection is closed.
    package var idleTimeout = TimeAmount.seconds(60)
    /// How long a client may accept no byte of a pending response. Default 60 s; the connection is closed between half
    /// of it and all of it.
    package var writeStall = TimeAmount.seconds(60)
    /// The time from the end of a request to the end of its response. Default 65 min, which is longer than any stream; then
    /// the connection is closed. A client that reads a few bytes now and then holds no place for longer.
    package var responseDeadline = TimeAmount.minutes(65)
    /// The time after the last response for the client to read it and close. Default 2 s.
    package var lingerTime = TimeAmount.seconds(2)

    /// The number of fields of one header. Default 100; more are 431.
    package var headerFields = 100
    /// The size of all field names and values together. Default 16 KiB; more are 431.
    package var headerBytes = 16 * 1024
    /// The size of path and query. Default 8 KiB; more are 414.
    package var targetBytes = 8 * 1024
    /// The number of chunks of one body without a minimum size. Default 1000.
    package var chunks = 1000
    /// The minimum average size of chunks beyond that number. Default 16 bytes; then 400.
    package var chunkBytes = 16
    /// The size of trailers and of chunk extensions. Default 4 KiB; then 400.
    package var bodyOverheadBytes = 4 * 1024
    /// The bytes read of a body that no handler wanted, after its response. Default 64 KiB; then the connection is
    /// closed.
    package var unreadBodyBytes = 64 * 1024

    /// Connections from one IPv4 address, or from one /64 of IPv6. Default 64; a trusted proxy has no limit.
    package var connectionsPerAddress = 64
    /// Connections from one IPv4 /24. Default eight times the limit of one address, and at most an eighth of all.
    package var connectionsPerIPv4Prefix24: Int?
    /// Connections from one IPv6 /56. Default four times the limit of one address, and at most an eighth of all.
    package var connectionsPerIPv6Prefix56: Int?
    /// Connections from one IPv6 /48. Default sixteen times the limit of one address, and at most a quarter of all.
    package var connectionsPerIPv6Prefix48: Int?
    /// All connections. Default 10 000; the process needs as many file descriptors and a few more.
    package var connections = 10_000
    /// Connections without a request. Default two fifths of all, and at least 64; a further one closes the one that has
    /// waited longest.
    package var idleConnections: Int?
    /// The part of `connections` reserved for loopback, so that health checks and the operator can still connect.
    /// Default 5 %.
    package var reservedForLoopback = 0.05

    package init() {}
}

extension ConnectionLimits {
    /// Returns at least the limit of one address, so that raising that limit takes effect.
    package func maximum(of width: AddressNetwork.Width) -> Int {
        switch width {
        case .ipv4Prefix24: connectionsPerIPv4Prefix24 ?? scaled(8, atMost: connections / 8)
        case .ipv6Prefix56: connectionsPerIPv6Prefix56 ?? scaled(4, atMost: connections / 8)
        case .ipv6Prefix48: connectionsPerIPv6Prefix48 ?? scaled(16, atMost: connections / 4)
        }
    }

    private func scaled(_ factor: Int, atMost bound: Int) -> Int {
        max(connectionsPerAddress, min(connectionsPerAddress * factor, bound))
    }

    /// The limits of the parser are slightly larger: they bound memory, while ours choose the status.
    var decoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration {
        HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: max(headerBytes, targetBytes) * 2,
            maxHeaderListSize: (headerBytes + targetBytes) * 2,
            maxHeaderFieldCount: headerFields * 2
        )
    }
}

extension ConnectionLimits {
    /// The status that rejects a header; nil when it is within the limits.
    package func rejection(of head: HTTPRequest) -> HTTPResponse.Status? {
        if let path = head.path, path.utf8.count > targetBytes { return .uriTooLong }
        guard head.headerFields.count <= headerFields else { return .requestHeaderFieldsTooLarge }
        // The sum counts too: many small fields are as large as one long field.
        let bytes = head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return bytes <= headerBytes ? nil : .requestHeaderFieldsTooLarge
    }

    /// The bytes of a request line without its target: method, blanks, version.
    private static let bytesAroundTarget = 32

    /// The status for a header that the parser rejected. The parser does not say whether the target was too long or a
    /// field (RFC 9110 §15.5.15, RFC 6585 §5).
    func rejection(of error: any Error, in line: RequestLine) -> HTTPResponse.Status {
        guard case .headerOverflow? = error as? HTTPParserError else { return .badRequest }
        return line.bytes > targetBytes + Self.bytesAroundTarget ? .uriTooLong : .requestHeaderFieldsTooLarge
    }
}

/// The length of the first line of a request, as far as it has arrived.
struct RequestLine {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private(set) var bytes = 0
    private var isComplete = false

    mutating func add(_ received: ByteBuffer) {
        guard !isComplete else { return }
        var rest = received.readableBytesView[...]
        // Empty lines before a request are no part of it (RFC 9112 §2.2).
        if bytes == 0 { rest = rest.drop { $0 == Self.lineFeed || $0 == Self.carriageReturn } }
        let end = rest.firstIndex(of: Self.lineFeed)
        isComplete = end != nil
        bytes += rest[..<(end ?? rest.endIndex)].count
    }
}
