/// A value that is more or less frequent among the selected events than among others.
struct DifferenceView: Sendable {
    let value: String
    let field: String
    /// The search with the value added; nil when it is in force.
    let addLink: String?
    /// Says that only one of the sides has the value.
    let onlySide: String?
    let selectedShare: String
    /// `342 of 348`
    let selectedPart: String
    let baselineShare: String
    let baselinePart: String
}
