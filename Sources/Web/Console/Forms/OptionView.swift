import Domain

struct OptionView: Sendable {
    let value: String
    let label: String
    let isSelected: Bool
}
