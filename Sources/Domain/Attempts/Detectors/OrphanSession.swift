/// The server made a session, the app could not save it, and it is still open.
struct OrphanSession: AttemptDetector {
    let cause = "store_failed_session_live"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        guard let session = evidence.session, session.session.isAlive(at: evidence.now), session.isUnused else {
            return nil
        }
        let made = evidence.steps(of: .gatehouse, at: .tokenExchange).contains { $0.content.outcome == .success }
        guard made, let last = evidence.steps(of: .phone, at: .sessionStore).last, last.content.outcome == .failed
        else { return nil }
        return last.event
    }
}
