import ConsoleKit
import Domain
import UseCases
import WebCore

/// Chooses what the columns of a chart are stacked by.
struct StackFormView: Sendable {
    let kept: [HiddenFieldView]
    let facet: SelectView
}

extension StackFormView {
    init(_ search: EventSearch, at address: PageAddress, _ texts: Texts) {
        let facets = EventFacet.allCases.filter { $0.dimension != .outcome }
        let outcome = OptionView(
            value: "",
            label: EventDimension.outcome.label(texts),
            isSelected: search.stack == nil
        )
        self.init(
            kept: address.without("by").fields,
            facet: SelectView(
                "by",
                texts("events.stack-by"),
                options: [outcome]
                    + facets.map {
                        OptionView(
                            value: $0.rawValue,
                            label: $0.dimension.label(texts),
                            isSelected: $0 == search.stack
                        )
                    }
            )
        )
    }
}
