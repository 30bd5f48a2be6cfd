import ConsoleKit
import WebCore

/// Someone's own second factor: setting it up, or what can be done with it.
struct SecondFactorView: ConsoleView {
    static let template = "second-factor"

    let head: HeadView
    let heading: String
    let text: String
    let notice: NoticeView?
    let errors: FormErrorsView?
    let seed: SeedView?
    let facts: [FactView]
    let form: FormView
    let code: FieldView
    let submit: String?
    /// What can be done with one that is there.
    let wishes: [WishView]
    /// Nil for who can do nothing else yet.
    let back: String?
    let signOut: FormView
}
