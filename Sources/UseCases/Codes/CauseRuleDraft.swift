import Domain

/// A rule as a user typed it.
public struct CauseRuleDraft: Sendable {
    public var domain: String
    /// Nil or empty for every code.
    public var code: String?
    /// Nil for every stage.
    public var stage: Stage?
    /// The canonical code that the errors stand for.
    public var canonical: String
    /// The place among the rules, from 1; nil for the place that it has, or the last one.
    public var position: Int?

    public init(domain: String, code: String?, stage: Stage?, canonical: String, position: Int? = nil) {
        self.domain = domain
        self.code = code
        self.stage = stage
        self.canonical = canonical
        self.position = position
    }

    /// - Throws: `.invalid`
    func validated() throws(DomainError) -> (pattern: ErrorPattern, entry: CauseEntry) {
        var problems: [FieldProblem] = []
        let code = code.flatMap { $0.isEmpty ? nil : $0 }
        if domain.isEmpty { problems.append(.init(field: "domain", rule: .missing)) }
        for (field, text) in [("domain", domain), ("code", code ?? "")] where text.utf8.count > CauseRule.fieldBytes {
            problems.append(.init(field: field, rule: .malformed(Self.tooManyBytes)))
        }
        let entry = CauseCatalogue.assignable(canonical)
        if entry == nil { problems.append(.init(field: "treat_as", rule: .malformed(Self.notAssignable))) }
        if let position, !(1...CauseRule.maximumPerTenant).contains(position) {
            problems.append(.init(field: "position", rule: .outOfRange(1...CauseRule.maximumPerTenant)))
        }
        guard problems.isEmpty, let entry else { throw .invalid(problems) }
        return (ErrorPattern(domain: domain, code: code, stage: stage), entry)
    }

    private static let tooManyBytes = LocalizableText.localizable(
        "forms.cause-rule-bytes",
        "Use at most {maximum} bytes.",
        ["maximum": .number(CauseRule.fieldBytes)]
    )
    private static let notAssignable = LocalizableText.localizable(
        "forms.cause-rule-code",
        "Choose a code of the catalogue that events of apps can have."
    )
}
