import ConsoleKit
import WebCore

/// The form with which a member decides about a failure.
struct FailureTriageView: Sendable {
    let form: FormView
    let version: String
    let errors: FormErrorsView?
    let groups: [FailureActionGroupView]
    let owner: SelectView
    let ownerButton: FailureButtonView
}
