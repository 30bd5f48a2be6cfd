import ConsoleKit
import Domain

/// Recovery codes, shown once.
struct RecoveryCodesView: ConsoleView {
    static let template = "recovery-codes"

    let head: HeadView
    let codes: [String]
    let next: String
}

extension RecoveryCodesView {
    init(_ codes: [String], next place: ConsoleReturnPath?, _ page: SignInPage) {
        head = page.head(page.texts("second-factor.codes"))
        self.codes = codes
        next = place?.description ?? "/"
    }
}
