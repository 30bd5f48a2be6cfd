/// The networks of a client that have shares of what is granted to a key, which is public: so one client cannot use up
/// what the other clients of the key need.
public struct ClientNetworks: Sendable, Hashable {
    /// The address; of IPv6 its /64.
    public let own: String
    /// The surrounding IPv4 /24 or IPv6 /48.
    public let wide: String

    /// - Returns: nil for text that is no address.
    public init?(_ address: String) {
        guard let wide = AddressNetwork.wider(than: address).last?.network else { return nil }
        own = AddressNetwork.of(address)
        self.wide = wide
    }

    /// Returns what an address may use of what is granted to all: a tenth.
    public static func ownShare<Count: BinaryInteger>(of granted: Count) -> Count { max(1, granted / 10) }

    /// Returns what a /24 or /48 may use of what is granted to all: a quarter.
    public static func wideShare<Count: BinaryInteger>(of granted: Count) -> Count { max(1, granted / 4) }
}
