import Domain
import Hummingbird

/// A question before an action that cannot be undone.
package struct Confirmation {
    package let question: String
    package var sentences: [String]
    package var facts: [FactView] = []
    package var preview: [PreviewRowView] = []
    package var previewTitle = ""
    package var more: String?
    /// The path to which the form is posted.
    package let action: String
    package var hidden: [HiddenFieldView] = []
    package let confirm: String
    package let cancel: String
    package var isPossible = true
    package var isDangerous = true
    package let breadcrumb: BreadcrumbView

    package init(
        question: String,
        sentences: [String],
        facts: [FactView] = [],
        preview: [PreviewRowView] = [],
        previewTitle: String = "",
        more: String? = nil,
        action: String,
        hidden: [HiddenFieldView] = [],
        confirm: String,
        cancel: String,
        isPossible: Bool = true,
        isDangerous: Bool = true,
        breadcrumb: BreadcrumbView
    ) {
        self.question = question
        self.sentences = sentences
        self.facts = facts
        self.preview = preview
        self.previewTitle = previewTitle
        self.more = more
        self.action = action
        self.hidden = hidden
        self.confirm = confirm
        self.cancel = cancel
        self.isPossible = isPossible
        self.isDangerous = isDangerous
        self.breadcrumb = breadcrumb
    }

    func view(_ frame: FrameView, form: FormView, errors: FormErrorsView? = nil) -> ConfirmationView {
        ConfirmationView(
            frame: frame,
            breadcrumb: breadcrumb,
            question: question,
            sentences: sentences,
            facts: facts,
            preview: preview,
            previewTitle: previewTitle,
            hasPreview: !preview.isEmpty,
            more: more,
            form: form,
            hidden: hidden,
            errors: errors,
            confirm: confirm,
            cancel: cancel,
            isPossible: isPossible,
            isDangerous: isDangerous
        )
    }
}
