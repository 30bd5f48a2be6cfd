import Domain

/// A network whose name is known: `Wi-Fi` for `wifi`.
enum NetworkKind: String, CaseIterable {
    case wifi, cellular, ethernet, vpn

    func label(_ texts: Texts) -> String { texts(TextKey("events.network.\(rawValue)")) }
}
