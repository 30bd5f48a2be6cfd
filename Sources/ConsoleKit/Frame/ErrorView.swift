/// An error page without navigation, for users without a session and after internal errors.
struct ErrorView: ConsoleView {
    static let template = "error"

    let head: HeadView
    let status: String
    let title: String
    package let text: String
    let requestID: String
    /// What a user can read out: `7F3K-9QXD`.
    let reference: String?
    let links: [LinkView]
}

/// An error page for a signed-in user, with the navigation and the button to sign out.
struct InnerErrorView: FramedView {
    static let template = "error-inside"

    var frame: FrameView
    let status: String
    let title: String
    package let text: String
    let requestID: String
    /// What a user can read out: `7F3K-9QXD`.
    let reference: String?
    let links: [LinkView]
}

/// Asks for confirmation before an action that cannot be undone, and says what it will do.
package struct ConfirmationView: FramedView {
    package static let template = "confirmation"

    package var frame: FrameView
    let breadcrumb: BreadcrumbView
    /// A question: `End 1,204 sessions?`
    let question: String
    let sentences: [String]
    let facts: [FactView]
    /// The first few objects that the action affects.
    let preview: [PreviewRowView]
    let previewTitle: String
    let hasPreview: Bool
    /// The number of objects that are not in the preview: `and 1,199 more`
    let more: String?
    let form: FormView
    let hidden: [HiddenFieldView]
    let errors: FormErrorsView?
    /// The label of the button: `End 1,204 sessions`.
    let confirm: String
    let cancel: String
    /// False when there is nothing to do; then there is no button.
    let isPossible: Bool
    let isDangerous: Bool
}
