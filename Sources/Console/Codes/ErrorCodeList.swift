import Domain
import UseCases

/// What the page of error codes shows: the unknown errors, the rules for them, and the typed form.
struct ErrorCodeList {
    let errors: UnknownErrorListing
    let rules: CauseRules
    var form = CauseRuleForm()
}
