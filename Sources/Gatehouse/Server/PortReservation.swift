import Foundation

/// Holds an address until the server listens on it, so that the port, and the public address with it, are known before
/// anything is built.
///
/// On Linux the server's socket may bind to the port while this one does not listen and both set `SO_REUSEADDR`; a
/// process without that option cannot take the port in between.
final class PortReservation: Sendable {
    let address: ListenAddress
    private let descriptor: CInt

    /// - Throws: `.unavailable` when the address cannot be bound.
    init(_ wanted: ListenAddress) throws(CommandFailure) {
        let host = wanted.host == "localhost" ? "127.0.0.1" : wanted.host
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(wanted.port), &hints, &list) == 0, let found = list?.pointee else {
            throw .unavailable("\(wanted) is not an address of this machine; change \(Setting.listen.title).")
        }
        defer { freeaddrinfo(list) }
        let descriptor = socket(found.ai_family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var yes: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        let isBound = bind(descriptor, found.ai_addr, found.ai_addrlen) == 0
        let reason = String(cString: strerror(errno))
        self.descriptor = descriptor
        address = ListenAddress(host: host, port: isBound ? Self.port(of: descriptor) ?? wanted.port : wanted.port)
        guard isBound else {
            throw .unavailable(
                "Cannot listen on \(wanted): \(reason). Choose another address with \(Setting.listen.title)."
            )
        }
    }

    deinit { _ = close(descriptor) }

    private static func port(of descriptor: CInt) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        guard isKnown else { return nil }
        // The port is at the same offset in the addresses of both families.
        return withUnsafeBytes(of: storage) {
            Int(UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        }
    }
}
