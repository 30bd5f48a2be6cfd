import ConsoleKit

/// How many tries reached one step, and how many were lost there.
struct FunnelRowView: Sendable {
    let step: String
    /// The page of its events.
    let stepEvents: String
    let chart: SafeHTML
    let tries: String
    /// Nil when all got past it.
    let loss: String?
}
