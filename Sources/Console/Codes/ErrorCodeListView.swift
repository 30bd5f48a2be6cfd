import ConsoleKit
import Domain
import StrictJSON
import UseCases

/// The unknown errors of a tenant, and its rules for them.
struct ErrorCodeListView: FramedView {
    static let template = "error-codes"

    var frame: FrameView
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

extension ErrorCodeListView {
    init(_ list: ErrorCodeList, _ page: TenantPage, _ problems: FormProblems) {
        let (errors, texts) = (list.errors.errors, page.texts)
        self.init(
            frame: page.frame(texts("codes.title"), at: page.paths.errorCodes),
            finding: texts("codes.finding", ["days": .number(UnknownErrorReading.days)]),
            catalogue: ConsolePaths.codes,
            hasErrors: !errors.isEmpty,
            unknown: errors.map { UnknownErrorRowView($0, page) },
            partialNote: list.errors.isComplete ? nil : texts("codes.partial"),
            empty: errors.isEmpty ? EmptyView(texts("codes.empty-title"), texts("codes.empty-text")) : nil,
            hasRules: !list.rules.all.isEmpty,
            rules: list.rules.all.map { CauseRuleRowView($0, page) },
            create: CauseRuleFormView(list.form, page, problems)
        )
    }
}

struct UnknownErrorRowView: Sendable {
    let title: String
    /// The deepest error.
    let below: String?
    let steps: String
    let number: String
    let firstSeen: TimeView
    let lastSeen: TimeView
    let exampleLink: String?
    /// The canonical code that a rule gives to such errors from now on.
    let treatedAs: String?
    /// Leads to the form, filled with this error.
    let treatLink: String?
}

extension UnknownErrorRowView {
    fileprivate init(_ listed: ListedError, _ page: TenantPage) {
        let (error, texts) = (listed.error, page.texts)
        self.init(
            title: error.root?.label ?? texts("codes.others"),
            below: error.cause?.label,
            steps: error.stages.map { $0.label(texts) }.joined(separator: ", "),
            number: NumberText.grouped(error.count, in: texts.language),
            firstSeen: page.clock.relative(error.firstSeenAt),
            lastSeen: page.clock.relative(error.lastSeenAt),
            exampleLink: error.example.map { page.paths.event($0) },
            treatedAs: listed.rule?.assigned.code,
            treatLink: listed.rule == nil && page.access.allows(.manageSettings)
                ? (error.cause ?? error.root)?.ruleForm(page.paths) : nil
        )
    }
}

extension FailureKey.Pair {
    /// The longest text of a client that the list shows, in bytes.
    private static let shownBytes = 200

    /// `MyApp.SignInError 7`
    fileprivate var label: String {
        VisibleText.escaped("\(domain) \(code)".trimmingBlanks().beginning(ofBytes: Self.shownBytes))
    }

    /// The address of the form for a rule about the error; nil when no form can hold its texts as they are.
    func ruleForm(_ paths: TenantPaths) -> String? {
        for text in [domain, code] {
            guard text.utf8.count <= CauseRule.fieldBytes, !text.unicodeScalars.contains(where: VisibleText.isHidden)
            else { return nil }
        }
        return PageAddress(paths.errorCodes, ["domain": domain.isEmpty ? "*" : domain, "code": code]).href + "#rule"
    }
}

struct CauseRuleRowView: Sendable {
    let place: String
    let title: String
    let detail: String
    /// The canonical code.
    let canonical: String
    let codeLink: String?
    /// Nil for users who may not delete it.
    let remove: CauseRuleRemovalView?
}

extension CauseRuleRowView {
    fileprivate init(_ rule: CauseRule, _ page: TenantPage) {
        let (pattern, texts) = (rule.pattern, page.texts)
        let code = pattern.code.map { texts("codes.with-code", ["code": .text(VisibleText.escaped($0))]) }
        let parts = [code ?? texts("codes.every-code"), pattern.stage?.label(texts)]
        let form = page.form(page.paths.causeRuleRemoval(rule.id))
        self.init(
            place: "\(rule.position)",
            title: VisibleText.escaped(pattern.domain),
            detail: parts.compactMap(\.self).joined(separator: " · "),
            canonical: rule.assigned.code,
            codeLink: CauseCatalogue.entry(rule.assigned.code).map { page.paths.code($0) },
            remove: page.access.allows(.manageSettings) ? CauseRuleRemovalView(form, version: rule.version) : nil
        )
    }
}

struct CauseRuleFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    let domain: FieldView
    let code: FieldView
    let stage: SelectView
    let treatAs: SelectView
}

extension CauseRuleFormView {
    /// - Returns: nil for users who may not create rules.
    fileprivate init?(_ typed: CauseRuleForm, _ page: TenantPage, _ problems: FormProblems) {
        guard page.access.allows(.manageSettings) else { return nil }
        let texts = page.texts
        let stages = Stage.allCases.map {
            OptionView(value: $0.rawValue, label: $0.label(texts), isSelected: $0 == typed.stage)
        }
        let codes = CauseCatalogue.assignable.map {
            OptionView(value: $0.code, label: $0.code, isSelected: $0.code.hasSameBytes(as: typed.canonical))
        }
        self.init(
            form: page.form(page.paths.errorCodes),
            errors: problems.summary,
            domain: FieldView(
                "domain",
                texts("codes.domain"),
                value: typed.domain,
                hint: texts("codes.domain-hint"),
                error: problems["domain"],
                maximumLength: CauseRule.fieldBytes,
                isFocused: problems["domain"] != nil,
                isVerbatim: true
            ),
            code: FieldView(
                "code",
                texts("codes.code"),
                value: typed.code,
                hint: texts("codes.code-hint"),
                error: problems["code"],
                maximumLength: CauseRule.fieldBytes,
                isRequired: false,
                isVerbatim: true
            ),
            stage: SelectView(
                "stage",
                texts("codes.stage"),
                options: [OptionView(value: "", label: texts("codes.every-stage"), isSelected: false)] + stages,
                error: problems["stage"]
            ),
            treatAs: SelectView(
                "treat_as",
                texts("codes.treat-as"),
                options: [OptionView(value: "", label: texts("codes.choose"), isSelected: false)] + codes,
                hint: texts("codes.treat-as-hint"),
                error: problems["treat_as"]
            )
        )
    }
}

/// Deletes a rule, as it was read.
struct CauseRuleRemovalView: Sendable {
    let action: String
    let token: String
    let version: String

    init(_ form: FormView, version: Int) {
        action = form.action
        token = form.token
        self.version = "\(version)"
    }
}

/// What the page of error codes shows: the unknown errors, the rules for them, and the typed form.
struct ErrorCodeList {
    let errors: UnknownErrorListing
    let rules: CauseRules
    var form = CauseRuleForm()
}

extension TenantPage {
    /// The address of the form for a rule about an error; nil when it has a code that rules do not change, and for users
    /// who may not create one.
    func ruleForm(for error: FailureKey.Pair?, with code: String) -> String? {
        guard Classifier.isUnknown(code), access.allows(.manageSettings) else { return nil }
        return error?.ruleForm(paths)
    }
}
