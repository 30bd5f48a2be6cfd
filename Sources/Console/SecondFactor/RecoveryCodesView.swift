import ConsoleKit
import WebCore

/// Recovery codes, shown once.
struct RecoveryCodesView: ConsoleView {
    static let template = "recovery-codes"

    let head: HeadView
    let codes: [String]
    let next: String
}
