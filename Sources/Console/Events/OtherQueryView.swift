import ConsoleKit
import Domain
import UseCases
import WebCore

/// The form for the query with whose events those of the page are compared.
struct OtherQueryView: Sendable {
    let kept: [HiddenFieldView]
    let against: FieldView
}

extension OtherQueryView {
    /// Nil while the events are compared with something else.
    init?(_ search: EventSearch, _ problems: FormProblems, at address: PageAddress, _ texts: Texts) {
        guard search.comparison?.kind == .query else { return nil }
        self.init(
            kept: address.without("against").fields,
            against: FieldView(
                "against",
                texts("events.compare-against"),
                value: search.typed["against"] ?? "",
                error: problems["against"],
                maximumLength: QueryLimits.textBytes,
                isRequired: false,
                isVerbatim: true,
                placeholder: texts("events.compare-against-example")
            )
        )
    }
}
