import Domain
import UseCases
import WebCore

extension APIOperation {
    static let causeRuleOperations: [APIOperation] = [
        APIOperation(
            id: "listUnknownErrors",
            tag: .codes,
            summary: "Lists errors of apps that Gatehouse does not know, most frequent first",
            details: """
                Events of the last \(UnknownErrorReading.days) days whose code is `unclassified` or `apple.sheet.unclassified`, by the \
                domain and the code of their outermost and their deepest error. The texts are as apps sent them.
                """,
            query: CauseRuleInputs.list.descriptions,
            answers: [.ok("The errors.", ResponseSchema<UnknownErrorListing>.unknownErrors.named)]
        ),
        APIOperation(
            id: "listCauseRules",
            tag: .codes,
            summary: "Lists the tenant's rules for unknown errors, in their order",
            details: "A tenant has at most \(CauseRule.maximumPerTenant).",
            answers: [.ok("All rules.", ResponseSchema<CauseRule>.causeRule.namedList)]
        ),
        APIOperation(
            id: "createCauseRule",
            tag: .codes,
            summary: "Creates a rule for unknown errors",
            details: """
                Applies to events that are received from then on, when neither their error nor one beneath it is known, and a cancellation is \
                none of them. Events that are stored keep their codes.
                """,
            body: .object("CauseRuleDraft", CauseRuleInputs.draft),
            answers: [.created("The rule.", ResponseSchema<CauseRule>.causeRule.named)]
        ),
        APIOperation(
            id: "getCauseRule",
            tag: .codes,
            summary: "Reads one rule for unknown errors",
            answers: [.ok("The rule.", ResponseSchema<CauseRule>.causeRule.named)]
        ),
        APIOperation(
            id: "replaceCauseRule",
            tag: .codes,
            summary: "Replaces a rule for unknown errors",
            details: "What is absent is removed, except for the position.",
            body: .object("CauseRuleEdit", CauseRuleInputs.edit),
            answers: [.ok("The rule as it is now.", ResponseSchema<CauseRule>.causeRule.named)],
            conflicts: [.settingsChanged]
        ),
        APIOperation(
            id: "deleteCauseRule",
            tag: .codes,
            summary: "Deletes a rule for unknown errors",
            query: CauseRuleInputs.deletion.descriptions,
            answers: [.noContent("The rule is deleted.")],
            conflicts: [.settingsChanged]
        ),
    ]
}
