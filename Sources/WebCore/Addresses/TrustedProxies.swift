import Foundation
import NIOCore
import StrictJSON

/// The proxies that are trusted to report the client's address.
package struct TrustedProxies: Sendable, Hashable {
    package static let none = TrustedProxies(ranges: [])

    /// The limit of one hop, surrounding spaces included.
    private static let hopMaximumBytes = 256

    package let ranges: [AddressRange]

    package init(ranges: [AddressRange]) { self.ranges = ranges }

    /// An entry of the list that is not an address range.
    package struct Unreadable: Error, Hashable {
        package let entry: String
        /// A full sentence for the operator.
        package var sentence: String {
            "“\(entry)” is not an address range. Write it like 10.0.0.0/8, 192.0.2.7 or fd00::/8, with no bits set after the prefix."
        }
    }

    /// Parses ranges separated by commas. With an empty text no proxy is trusted.
    package init(_ text: String) throws(Unreadable) {
        var ranges: [AddressRange] = []
        for entry in text.split(separator: ",").map({ $0.trimming(" \t") }) where !entry.isEmpty {
            guard let range = AddressRange(entry) else { throw Unreadable(entry: entry) }
            ranges.append(range)
        }
        self.ranges = ranges
    }

    package func trusts(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// Returns the client of a request.
    ///
    /// Each proxy appends to the right, so the list is read from there: the first hop that is not a trusted proxy is
    /// the client, and the client may have made up everything left of it.
    /// - Parameter forwardedFor: the values of `X-Forwarded-For`, in the order of the fields.
    package func client(peer: IPAddress?, forwardedFor: [String]) -> IPAddress? {
        guard let peer, trusts(peer) else { return peer }
        var client = peer
        for hop in forwardedFor.joined(separator: ",").splitBytes(at: ",", keepingEmpty: false).reversed() {
            guard hop.utf8.count <= Self.hopMaximumBytes, let address = Self.address(ofHop: hop.trimmingBlanks()) else {
                return client
            }
            client = address
            guard trusts(address) else { return client }
        }
        return client
    }

    /// Parses a hop; some proxies add a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
    private static func address(ofHop hop: String) -> IPAddress? {
        if let address = IPAddress(hop) { return address }
        if hop.hasBytePrefix("["), let end = hop.utf8.firstIndex(of: UInt8(ascii: "]")) {
            return IPAddress(String(hop[hop.utf8.index(after: hop.startIndex)..<end]))
        }
        let parts = hop.splitBytes(at: ":", keepingEmpty: false)
        return parts.count == 2 ? IPAddress(String(parts[0])) : nil
    }
}

extension StringProtocol {
    /// Returns the text without leading and trailing `characters`.
    package func trimming(_ characters: String) -> String {
        let rest = drop { characters.contains($0) }
        guard let last = rest.lastIndex(where: { !characters.contains($0) }) else { return "" }
        return String(rest[...last])
    }
}

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
