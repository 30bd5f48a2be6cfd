/// The server signed the user in, and the app thinks that it failed: the answer was lost on its way.
struct LostAnswer: AttemptDetector {
    let cause = "server_ok_client_fail"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        Stage.requests.lazy.compactMap { stage in failure(at: stage, evidence) }.first
    }

    private func failure(at stage: Stage, _ evidence: AttemptEvidence) -> StoredEvent? {
        let server = evidence.steps(of: .gatehouse, at: stage)
        let phone = evidence.steps(of: .phone, at: stage)
        // A server that rejected a request too may have answered the app with that.
        guard server.contains(where: { $0.content.outcome == .success }),
            !server.contains(where: { $0.content.outcome.isBroken })
        else { return nil }
        // The app tried again, and got its answer.
        guard let last = phone.last, last.content.outcome == .failed else { return nil }
        return last.event
    }
}
