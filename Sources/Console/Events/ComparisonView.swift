/// What differs between the events of a search and those that they are compared with.
struct ComparisonView: Sendable {
    /// The number of differences that a page shows.
    static let shown = 20
    /// The number of differences among which those are that a page can show.
    static let ranked = 200

    let comparisonTitle: String
    /// The numbers of events on both sides.
    let sizes: String?
    let choices: [ComparisonChoiceView]
    /// The form for another query; nil while the events are compared with something else.
    let otherQuery: OtherQueryView?
    /// Why nothing could be compared.
    let comparisonProblem: String?
    /// Says that not all events were counted.
    let partialComparison: String?
    let hasDifferences: Bool
    /// What the selected events are compared with, as the head of a column.
    let baselineName: String
    let differences: [DifferenceView]
    /// Says that there are more of them.
    let moreDifferences: String?
    /// What it means that there is none.
    let noDifferences: String?
}
