import ConsoleKit
import WebCore

/// What a new tenant's apps need, shown once.
struct TenantCreatedView: ConsoleView {
    static let template = "tenant-created"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let slug: String
    let secrets: [SecretView]
    let example: String
    let enter: FormView
}
