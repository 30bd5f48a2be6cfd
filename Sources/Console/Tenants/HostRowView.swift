import ConsoleKit
import WebCore

struct HostRowView: Sendable {
    let host: String
    let remove: FormView
}
