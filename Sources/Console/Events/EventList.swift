import Domain
import UseCases

/// A search for events and what it found.
struct EventList: Sendable {
    /// What came of a comparison with other events.
    enum Comparison: Sendable {
        case found(EventComparison)
        /// There is none; the rest of the page stands without it.
        case faulty([FieldProblem])
    }

    struct Result: Sendable {
        let page: Page<StoredEvent>
        let histogram: EventHistogram
        /// What changed in the time of the chart; nil when that cannot be read.
        let changes: Page<NotableChange>?
        /// Nil while the chart is stacked by outcome.
        let stacked: StackedHistogram?
        /// The most frequent values of the field that the chart is stacked by; nil while it is stacked by outcome.
        let values: FacetTable?
        /// Nil while nothing is compared.
        let comparison: Comparison?
        /// The most frequent code of the failures.
        let mostCommon: FacetCount?
        /// The users in the events, as far as the viewer may see them.
        let users: [User.ID: User]
    }

    let search: EventSearch
    /// Nil when the search cannot be read.
    let result: Result?
    /// The seconds after which the page is loaded again; nil when it is not.
    var refresh: Int?

    /// What is wrong with the search, or with its comparison.
    var problems: [FieldProblem] {
        guard case .faulty(let problems)? = result?.comparison else { return search.problems }
        return search.problems + problems
    }
}
