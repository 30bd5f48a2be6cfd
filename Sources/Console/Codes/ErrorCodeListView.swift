import ConsoleKit
import WebCore

/// The unknown errors of a tenant, and its rules for them.
struct ErrorCodeListView: ConsoleView {
    static let template = "error-codes"

    let frame: FrameView
    let finding: String
    let catalogue: String
    let hasErrors: Bool
    let unknown: [UnknownErrorRowView]
    let partialNote: String?
    let empty: EmptyView?
    let hasRules: Bool
    let rules: [CauseRuleRowView]
    /// Nil for users who may only read.
    let create: CauseRuleFormView?
}
