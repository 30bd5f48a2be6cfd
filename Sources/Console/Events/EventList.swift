import Domain
import UseCases

/// A search for events and what it found.
struct EventList: Sendable {
    struct Result: Sendable {
        let page: Page<StoredEvent>
        let histogram: EventHistogram
        /// Nil while the chart is stacked by outcome.
        let stacked: StackedHistogram?
        /// The most frequent values of the field that the chart is stacked by.
        let values: [FacetCount]
        /// The most frequent code of the failures.
        let mostCommon: FacetCount?
        /// The users in the events, as far as the viewer may see them.
        let users: [User.ID: User]
    }

    let search: EventSearch
    /// Nil when the search cannot be read.
    let result: Result?
}
