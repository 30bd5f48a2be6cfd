import ConsoleKit
import Domain
import StrictJSON

/// One step that the app noted before an event.
struct EventBreadcrumbView: Sendable {
    let time: TimeView?
    let category: String?
    let level: String?
    let message: String?
    let data: [AttributeView]
}

extension EventBreadcrumbView {
    /// Its time is corrected like that of the event.
    init(_ breadcrumb: Breadcrumb, of event: StoredEvent, _ page: TenantPage) {
        self.init(
            time: breadcrumb.time.map { page.clock.timeOfDay($0 + event.clockCorrection) },
            category: breadcrumb.category.map { VisibleText.escaped($0) },
            level: breadcrumb.level.map { VisibleText.escaped($0) },
            message: breadcrumb.message.map { VisibleText.escaped($0) },
            data: breadcrumb.data.map { Self.lines($0, page.texts) } ?? []
        )
    }

    /// The members of an object; another text is shown as it is.
    private static func lines(_ data: String, _ texts: Texts) -> [AttributeView] {
        guard let object = (try? JSONValue(parsing: Array(data.utf8), limits: .stored))?.objectValue else {
            return [AttributeView(name: texts("events.breadcrumb-data"), value: VisibleText.escaped(data))]
        }
        return object.map { name, value in
            AttributeView(
                name: VisibleText.escaped(name),
                value: VisibleText.escaped(value.stringValue ?? value.text)
            )
        }
    }
}
