struct FacetValueView: Sendable {
    let value: String
    /// The search with the value added; nil when it is in force.
    let addLink: String?
    let total: String
}
