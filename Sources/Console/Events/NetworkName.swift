/// A network's name as people write it: `Wi-Fi` for `wifi`.
enum NetworkName {
    private static let names = ["wifi": "Wi-Fi", "cellular": "Cellular", "ethernet": "Ethernet", "vpn": "VPN"]

    static func of(_ network: String) -> String { names[network.lowercased()] ?? network }
}
