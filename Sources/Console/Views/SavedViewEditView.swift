import ConsoleKit
import WebCore

/// A form for the name of a saved view, and who sees it.
struct SavedViewEditView: ConsoleView {
    static let template = "view-form"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let heading: String
    let edit: SavedViewFormView
    let delete: String
}
