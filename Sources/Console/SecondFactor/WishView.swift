struct WishView: Sendable {
    let value: String
    let label: String
    let isDangerous: Bool
}
