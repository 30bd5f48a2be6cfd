extension Classifier {
    /// Returns the failure that an event belongs to; nil when the event opens none.
    ///
    /// A cancellation, and what the user can correct, such as a wrong password, never open a failure.
    static func failure(of event: EventContent, _ verdict: Verdict) -> FailureKey? {
        guard verdict.outcome.opensFailure, let code = verdict.code else { return nil }
        var key = FailureKey(stage: event.stage, code: code)
        if let error = event.error {
            key.root = FailureKey.Pair(domain: error.domain, code: error.code)
            key.cause = error.chain.last.map { FailureKey.Pair(domain: $0.domain, code: $0.code) }
        }
        key.serverCode = serverCode(event)
        key.httpClass = httpStatus(event).flatMap { (100..<600).contains($0) ? $0 / 100 : nil }
        return key
    }
}

extension Outcome {
    /// Whether events with this outcome are grouped into failures.
    public var opensFailure: Bool {
        switch self {
        case .failed, .degraded, .inconsistent: true
        case .success, .cancelled, .rejected, .skipped, .info: false
        }
    }
}
