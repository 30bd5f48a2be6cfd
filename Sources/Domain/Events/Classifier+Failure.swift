extension Outcome {
    /// Whether events with this outcome are grouped into failures.
    public var opensFailure: Bool {
        switch self {
        case .failed, .degraded, .inconsistent: true
        case .success, .cancelled, .rejected, .skipped, .info: false
        }
    }
}
