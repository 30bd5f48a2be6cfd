import ConsoleKit
import Domain
import UseCases

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
    let changes: [SecondFactorChangeView]
    /// Nil for a user who has to complete this step first.
    let back: String?
    let signOut: FormView
}

extension SecondFactorView {
    init(_ factor: SecondFactorForm, _ page: SignInPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        let state = factor.authenticationState
        let isSetUp = state.factorSince != nil
        head = page.head(texts("second-factor.title"))
        heading = texts(isSetUp ? "second-factor.on" : "second-factor.set-up")
        text = texts(isSetUp ? "second-factor.on-text" : "second-factor.set-up-text")
        notice =
            state.need == .setUp ? NoticeView(.warning, texts("second-factor.required")) : page.notice
        errors = problems.summary
        seed = factor.secret.map { SeedView($0, factor, texts) }
        facts = isSetUp ? Self.facts(state, page) : []
        form = page.form(isSetUp ? ConsolePaths.secondFactorChange : ConsolePaths.secondFactor, to: factor.to)
        code = .code(
            problems["code"],
            isFocused: problems.summary != nil || isSetUp,
            hint: texts("second-factor.code-hint"),
            texts
        )
        submit = isSetUp ? nil : texts("second-factor.turn-on")
        changes = isSetUp ? SecondFactorChange.allCases.map { SecondFactorChangeView($0, texts) } : []
        back = state.need == nil ? factor.to?.description ?? "/" : nil
        signOut = page.form(ConsolePaths.signOut)
    }

    private static func facts(_ state: ConsoleAuthenticationState, _ page: SignInPage) -> [FactView] {
        let texts = page.texts
        let since = state.factorSince.map { FactView(texts("second-factor.since"), at: page.clock.relative($0)) }
        let codes = FactView(texts("second-factor.codes"), texts("second-factor.codes-left", count: state.recoveryLeft))
        return [since, codes].compactMap(\.self)
    }
}

struct SecondFactorChangeView: Sendable {
    let value: String
    let label: String
    let isDangerous: Bool
}

extension SecondFactorChangeView {
    fileprivate init(_ change: SecondFactorChange, _ texts: Texts) {
        value = change.rawValue
        label = texts(TextKey("second-factor.wish.\(change.rawValue)"))
        isDangerous = change == .removal
    }
}

/// What an authenticator app takes.
struct SeedView: Sendable {
    /// The QR code; nil for an address that is too long for one.
    let chart: SafeHTML?
    /// In groups of four.
    let text: String
    let address: String
}

extension SeedView {
    fileprivate init(_ secret: TOTPSecret, _ factor: SecondFactorForm, _ texts: Texts) {
        let account = factor.authenticationState.consoleUser.email
        address = secret.address(account: account, place: factor.tenant ?? "operator")
        chart = QRCode(address).map { SafeHTML(SVGDrawing($0, label: texts("second-factor.qr-code"))) }
        text = Self.groups(secret.text)
    }

    /// `GEZD GNBV GY3T`
    private static func groups(_ text: String) -> String {
        stride(from: 0, to: text.count, by: 4).map { String(text.dropFirst($0).prefix(4)) }.joined(separator: " ")
    }
}

/// What a user can do with their second factor.
enum SecondFactorChange: String, CaseIterable {
    case recovery, removal
}

/// A user's second factor, or the secret to set one up.
struct SecondFactorForm: Sendable {
    let authenticationState: ConsoleAuthenticationState
    /// Nil when the second factor is set up.
    let secret: TOTPSecret?
    /// The slug of a member's tenant; nil for an operator.
    let tenant: String?
    /// Where to go afterwards.
    let to: ConsoleReturnPath?
}

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
