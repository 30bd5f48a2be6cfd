/// The number of failures that a bulk action changed.
struct FailuresChanged: Sendable {
    let count: Int
}
