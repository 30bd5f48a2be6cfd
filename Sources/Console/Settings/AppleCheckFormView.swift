import ConsoleKit
import Domain
import UseCases
import WebCore

struct AppleCheckFormView: Sendable {
    let form: FormView
    /// The one return address that Apple is asked for; nil without a page for browsers.
    let callback: String?
    /// The choice among several.
    let redirect: SelectView?
}
