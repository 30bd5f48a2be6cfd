import ConsoleKit

/// One step that the app noted before an event.
struct EventBreadcrumbView: Sendable {
    let time: TimeView?
    let category: String?
    let level: String?
    let message: String?
    let data: [AttributeView]
}
