import ConsoleKit
import Domain
import UseCases
import WebCore

struct FailureCommentFormView: Sendable {
    let form: FormView
    let text: AreaView
}

extension FailureCommentFormView {
    /// - Returns: nil for users who may not comment.
    init?(_ details: FailureDetails, _ page: TenantPage) {
        guard page.access.allows(.triageFailures) else { return nil }
        let (texts, problems) = (page.texts, details.problems)
        self.init(
            form: page.form(page.paths.failureComments(details.detail.summary.id)),
            text: AreaView(
                "text",
                texts("failures.comment"),
                value: details.typed["text"] ?? "",
                rows: 3,
                hint: texts("failures.comment-hint", ["maximum": .number(FailureComment.textMaximumLength)]),
                error: problems["text"]
            )
        )
    }
}
