/// The failures that ask for attention, those with most people first.
struct OverviewFailuresView: Sendable {
    /// `in the last 24 hours`
    let failuresPeriod: String
    let hasRows: Bool
    let rows: [FailureRowView]
    let noRows: String
    let allFailures: String
}
