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

/// What an authenticator app takes.
struct SeedView: Sendable {
    /// The QR code; nil for an address that is too long for one.
    let chart: SafeHTML?
    /// In groups of four.
    let text: String
    let address: String
}

struct WishView: Sendable {
    let value: String
    let label: String
    let isDangerous: Bool
}

/// Recovery codes, shown once.
struct RecoveryCodesView: ConsoleView {
    static let template = "recovery-codes"

    let head: HeadView
    let codes: [String]
    let next: String
}

/// Asks for a code, or the password, once more.
struct ProofView: ConsoleView {
    static let template = "proof"

    let head: HeadView
    let heading: String
    let text: String
    let errors: FormErrorsView?
    let form: FormView
    let field: FieldView
    let submit: String
    let cancel: LinkView?
    let signOut: FormView?
}
