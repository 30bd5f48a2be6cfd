import ConsoleKit

struct NotableChangeView: Sendable {
    let at: TimeView
    let title: String
    let detail: String?
}
