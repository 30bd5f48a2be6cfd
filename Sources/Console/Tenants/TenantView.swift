import ConsoleKit
import WebCore

struct TenantView: ConsoleView {
    static let template = "tenant"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let slug: String
    let state: BadgeView
    let verdict: VerdictView
    let facts: [FactView]
    let rename: FormView
    let errors: FormErrorsView?
    let nameField: FieldView
    let hasHosts: Bool
    let hosts: [HostRowView]
    let addHost: FormView
    let hostField: FieldView
    let enter: FormView
    let suspend: String?
    let activate: String?
}
