import ConsoleKit
import Domain
import UseCases
import WebCore

/// The most frequent values of a field, which lead to the events with them.
struct FacetValuesView: Sendable {
    let valuesTitle: String
    let facetValues: [FacetValueView]
    /// Says that not all events were counted.
    let partialValues: String?
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
