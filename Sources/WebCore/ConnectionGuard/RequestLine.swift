import NIOCore

/// The length of the first line of a request, as far as it has arrived.
struct RequestLine {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private(set) var bytes = 0
    private var isComplete = false

    mutating func add(_ arrived: ByteBuffer) {
        guard !isComplete else { return }
        var rest = arrived.readableBytesView[...]
        // Empty lines before a request are no part of it (RFC 9112 §2.2).
        if bytes == 0 { rest = rest.drop { $0 == Self.lineFeed || $0 == Self.carriageReturn } }
        let end = rest.firstIndex(of: Self.lineFeed)
        isComplete = end != nil
        bytes += rest[..<(end ?? rest.endIndex)].count
    }
}
