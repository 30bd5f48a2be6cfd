import ConsoleKit
import WebCore

struct TenantFormView: ConsoleView {
    static let template = "tenant-form"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let slug: FieldView
    let cancel: String
}
