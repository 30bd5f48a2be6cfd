import Domain
import HTTPTypes
import Hummingbird

/// A question that is asked before something that cannot be taken back.
struct Confirmation {
    let question: String
    let sentences: [String]
    var facts: [FactView] = []
    var preview: [PreviewRowView] = []
    var previewTitle = ""
    var more: String?
    /// Where the answer is posted to.
    let action: String
    var hidden: [HiddenFieldView] = []
    let confirm: String
    let cancel: String
    var isPossible = true
    var isDangerous = true
    let breadcrumb: BreadcrumbView

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

extension Console {
    /// The question as a page of a tenant.
    func page(
        _ confirmation: Confirmation,
        at current: String,
        _ context: TenantContext,
        refusal: FormRefusal? = nil
    ) async throws -> Response {
        let frame = try await frame(confirmation.question, at: current, context)
        return page(
            confirmation.view(frame, form: form(confirmation.action, context), errors: refusal?.errors),
            context,
            status: refusal?.status ?? .ok
        )
    }

    /// The question as a page of the installation.
    func page(
        _ confirmation: Confirmation,
        at current: String,
        _ context: ConsoleUserContext,
        refusal: FormRefusal? = nil
    ) async throws -> Response {
        let frame = try await frame(confirmation.question, at: current, context)
        return page(
            confirmation.view(frame, form: form(confirmation.action, context), errors: refusal?.errors),
            context,
            status: refusal?.status ?? .ok
        )
    }
}
