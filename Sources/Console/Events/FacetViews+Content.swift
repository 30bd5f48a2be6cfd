import ConsoleKit
import Domain
import UseCases
import WebCore

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

extension FacetValuesView {
    /// Nil without a field or an event.
    init?(_ search: EventSearch, _ table: FacetTable, at address: PageAddress, _ texts: Texts) {
        guard let dimension = search.stack?.dimension, let counts = table.facets.first?.counts, !counts.isEmpty
        else { return nil }
        self.init(
            valuesTitle: texts("events.values", ["field": .text(dimension.label(texts))]),
            facetValues: counts.map { count in
                FacetValueView(
                    value: dimension.text(ofFacet: count.value, texts),
                    addLink: search.href(adding: count.value, of: dimension, at: address),
                    total: NumberText.grouped(count.count, in: texts.language)
                )
            },
            partialValues: table.isComplete ? nil : texts("events.values-partial")
        )
    }
}
