import Domain
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about unknown errors and the rules for them.
enum CauseRuleInputs {
    static let version = Input.optionalInteger(
        "version",
        "The version that was read: when the rule has another one by now, nothing changes.",
        in: 1...Int(Int32.max)
    )
    static let limit = Input.optionalInteger(
        "limit",
        "How many errors at most; \(UnknownErrorReading.maximumCount) without it.",
        in: 1...UnknownErrorReading.maximumCount
    )

    static let draft = Inputs { draft(&$0) }
    static let edit = Inputs { (draft: draft(&$0), version: $0.read(version)) }
    static let deletion = Inputs { $0.read(version) }
    static let list = Inputs { $0.read(limit) ?? UnknownErrorReading.maximumCount }

    private static let domain = Input.text(
        "domain",
        "The domain of the error, as apps send it; with `*` at its end the beginning of domains.",
        maximum: CauseRule.fieldBytes
    )
    private static let code = Input.optionalText(
        "code",
        "The code of the error, as apps send it; every code without it.",
        maximum: CauseRule.fieldBytes
    )
    private static let stage: Input<Stage?> = .optionalOneOf("stage", "The stage; every stage without it.")
    private static let canonical = Input.text(
        "treat_as",
        "The canonical code that the errors get.",
        maximum: 100,
        schema: Schema.text(1...100).example("net.timeout")
    )
    private static let position = Input.optionalInteger(
        "position",
        "The place among the rules: the first one that matches decides. Without it the rule stays, or becomes the last one.",
        in: 1...CauseRule.maximumPerTenant
    )

    private static func draft(_ reader: inout InputReader) -> CauseRuleDraft {
        CauseRuleDraft(
            domain: reader.read(domain),
            code: reader.read(code),
            stage: reader.read(stage),
            canonical: reader.read(canonical),
            position: reader.read(position)
        )
    }
}
