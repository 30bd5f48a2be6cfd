import Hummingbird

/// A path to which deliveries of one format are sent.
struct IngestEndpoint: Sendable {
    let path: RouterPath
    /// The id of the operation that describes it.
    let operation: String
}
