import Foundation
import NIOCore

/// A range of addresses in CIDR notation, `10.0.0.0/8`.
package struct AddressRange: Hashable, Sendable, LosslessStringConvertible {
    package let address: IPAddress
    package let prefixLength: Int

    /// Parses `address/bits`, or a single address. Bits set past the prefix are rejected as a likely mistake.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
        let width = address.bytes.count * 8
        guard parts.count == 2 else {
            self.address = address
            prefixLength = width
            return
        }
        guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let bits = Int(parts[1]),
            bits <= width, Self.masked(address.bytes, to: bits) == address.bytes
        else { return nil }
        self.address = address
        prefixLength = bits
    }

    package func contains(_ other: IPAddress) -> Bool {
        other.bytes.count == address.bytes.count && Self.masked(other.bytes, to: prefixLength) == address.bytes
    }

    package var description: String { "\(address)/\(prefixLength)" }

    private static func masked(_ bytes: [UInt8], to bits: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(max(bits - index * 8, 0), 8)
            return kept == 0 ? 0 : byte & (0xFF << UInt8(8 - kept))
        }
    }
}
