import ConsoleKit

struct SigningKeyRowView: Sendable {
    let name: String
    let state: BadgeView
    let from: TimeView
    let until: TimeView?
}
