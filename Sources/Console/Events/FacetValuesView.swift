/// The most frequent values of a field, which lead to the events with them.
struct FacetValuesView: Sendable {
    let valuesTitle: String
    let facetValues: [FacetValueView]
    /// Says that not all events were counted.
    let partialValues: String?
}
