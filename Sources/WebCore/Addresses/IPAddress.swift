import Foundation
import NIOCore

/// An IPv4 or IPv6 address as bytes. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) equals the IPv4 address.
package struct IPAddress: Hashable, Sendable, LosslessStringConvertible {
    /// 4 or 16 bytes.
    package let bytes: [UInt8]

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// - Returns: nil unless there are 4 or 16 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes.starts(with: Self.mappedPrefix) && bytes.count == 16 ? Array(bytes.suffix(4)) : bytes
    }

    /// Parses the plain form, without port, brackets or zone.
    package init?(_ text: String) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        let isVersion6 = text.utf8.contains(UInt8(ascii: ":"))
        var bytes = [UInt8](repeating: 0, count: isVersion6 ? 16 : 4)
        guard inet_pton(isVersion6 ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.init(bytes: bytes)
    }

    /// - Returns: nil unless it is an internet socket.
    package init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        // A link-local address has a zone: fe80::1%eth0.
        self.init(String(text.prefix { $0 != "%" }))
    }

    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    package var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "::" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
