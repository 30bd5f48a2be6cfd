import ConsoleKit
import Domain
import UseCases
import WebCore

/// What a user types about a new rule.
struct CauseRuleForm {
    private(set) var domain = ""
    private(set) var code = ""
    private(set) var stage: Stage?
    private(set) var canonical = ""

    /// Takes what was typed, to show it again.
    mutating func read(_ fields: inout Fields) -> CauseRuleDraft {
        let draft = CauseRuleDraft(
            domain: fields.text("domain", maximum: CauseRule.fieldBytes),
            code: fields.optionalText("code", maximum: CauseRule.fieldBytes),
            stage: fields.optionalOneOf("stage", as: Stage.self),
            canonical: fields.text("treat_as", maximum: 100)
        )
        readError(fields)
        stage = draft.stage
        canonical = draft.canonical
        return draft
    }

    /// Takes the error that a rule is to be about.
    mutating func readError(_ fields: Fields) {
        domain = fields.typed("domain").beginning(ofBytes: CauseRule.fieldBytes)
        code = fields.typed("code").beginning(ofBytes: CauseRule.fieldBytes)
    }

    static func labels(_ texts: Texts) -> [String: String] {
        [
            "domain": texts("codes.domain"), "code": texts("codes.code"), "stage": texts("codes.stage"),
            "treat_as": texts("codes.treat-as"),
        ]
    }
}
