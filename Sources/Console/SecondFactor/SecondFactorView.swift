import ConsoleKit
import WebCore

/// The user's own second factor: its setup, or the actions on it.
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
    /// Nil for a user who has to complete this step first.
    let back: String?
    let signOut: FormView
}
