import Domain
import Foundation

/// Computes the networks that contain an address.
///
/// One customer has an IPv4 address, or a /64 of IPv6; many have a /56 or a /48, and a customer who rents servers gets
/// an IPv4 /24 or several at little cost. A limit by address counts each width, a wider one with a wider bound.
///
/// An IPv4 address is counted as such however it is written: mapped (`::ffff:192.0.2.1`), translated
/// (`64:ff9b::192.0.2.1`, RFC 6052), or as its owner's /48 of 6to4 (RFC 3056). All clients of one Teredo server
/// (`2001::/32`) are one /64 and are counted as one.
public enum AddressNetwork {
    /// A network wider than one customer's.
    public enum Width: Sendable, Hashable, CaseIterable {
        case ipv4Prefix24, ipv6Prefix56, ipv6Prefix48

        var bytes: Int {
            switch self {
            case .ipv4Prefix24: 3
            case .ipv6Prefix56: 7
            case .ipv6Prefix48: 6
            }
        }
    }

    /// Returns the network that a limit by address counts: an IPv4 address, or the /64 network of an IPv6 one.
    public static func of(_ address: String) -> String {
        guard let bytes = bytes(address) else { return address }
        let own = own(bytes)
        return own.count == 4 ? own.map { String($0) }.joined(separator: ".") : Hexadecimal.encode(own)
    }

    /// Whether one of the other addresses is in the network of an address. Takes as long for few others as for many.
    /// - Parameter maximum: the largest number of others.
    static func isNetwork(of address: String, among others: [String], outOf maximum: Int) -> Bool {
        let network = of(address)
        var isFound = false
        for place in 0..<max(maximum, others.count) {
            let isOther = place < others.count
            let isSame = of(isOther ? others[place] : address) == network
            if isOther, isSame { isFound = true }
        }
        return isFound
    }

    /// Returns the wider networks, from the narrowest to the widest; none for text that is no address.
    public static func wider(than address: String) -> [(width: Width, network: String)] {
        guard let bytes = bytes(address) else { return [] }
        return wider(bytes).map { ($0.width, Hexadecimal.encode($0.network)) }
    }

    /// Returns the widest counted network: the /48 of an IPv6 address, the /24 of an IPv4 one.
    public static func widest(_ address: String) -> String { wider(than: address).last?.network ?? address }

    /// Returns the counted network of an address of 4 or 16 bytes: itself, or its /64.
    public static func own(_ bytes: [UInt8]) -> [UInt8] {
        let address = plain(bytes)
        return address.count == 4 ? address : Array(address.prefix(8))
    }

    public static func wider(_ bytes: [UInt8]) -> [(width: Width, network: [UInt8])] {
        let address = plain(bytes)
        let widths: [Width] = address.count == 4 ? [.ipv4Prefix24] : [.ipv6Prefix56, .ipv6Prefix48]
        return widths.map { ($0, Array(address.prefix($0.bytes))) }
    }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    private static let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    private static let sixToFour: [UInt8] = [0x20, 0x02]

    /// Returns the IPv4 address embedded in an address, if any.
    private static func plain(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count == 16 else { return bytes }
        if bytes.starts(with: mapped) || bytes.starts(with: translated) { return Array(bytes.suffix(4)) }
        if bytes.starts(with: sixToFour) { return Array(bytes[2..<6]) }
        return bytes
    }

    private static func bytes(_ address: String) -> [UInt8]? {
        guard address.utf8.count <= 45, !address.utf8.contains(0) else { return nil }
        let isVersion6 = address.utf8.contains(UInt8(ascii: ":"))
        var bytes = [UInt8](repeating: 0, count: isVersion6 ? 16 : 4)
        return inet_pton(isVersion6 ? AF_INET6 : AF_INET, address, &bytes) == 1 ? bytes : nil
    }
}
