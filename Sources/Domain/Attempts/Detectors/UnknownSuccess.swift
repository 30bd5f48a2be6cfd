/// The app says that it was signed in, and the server has no record of a request.
struct UnknownSuccess: AttemptDetector {
    /// The server writes its steps twice a second; an outage of the database delays them.
    static let patience = Duration.minutes(10)

    let cause = "client_ok_server_none"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        let success = evidence.steps(of: .phone, at: .tokenExchange).first { $0.content.outcome == .success }
        guard let success, evidence.now.since(success.event.receivedAt) >= Self.patience else { return nil }
        // A possible step of the server is reason enough not to accuse.
        let isKnown = evidence.timeline.steps.contains {
            $0.content.source == .server && !$0.isFinding
                && Stage.tokenExchange.counterparts.contains($0.content.stage)
        }
        return isKnown ? nil : success.event
    }
}
