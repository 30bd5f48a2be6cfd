import StrictJSON

/// Apple withdrew the sign-in, and a token of the user was accepted some time later.
///
/// That it was accepted only the server can say, and of whom Apple told it. What an app learned from Apple counts for the
/// session that the app names with it; an app can name any user.
struct RevokedButActive: AttemptDetector {
    /// How long a revocation may take to have its effect everywhere.
    static let patience = Duration.minutes(5)
    private static let revocations = ["apple.credential.revoked", "account.apple_revoked", "account.apple_deleted"]

    let cause = "revoked_but_active"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        let events = evidence.steps.map(\.event) + evidence.earlier
        let revocations = events.filter { event in
            event.code.map { code in Self.revocations.contains { code.hasSameBytes(as: $0) } } == true
        }
        let signIns = events.filter { $0.content.stage == .tokenExchange && $0.content.outcome == .success }
            .map(\.content.occurredAt)
        return evidence.steps.map(\.event).first { use in
            guard use.content.source == .server, use.content.outcome == .success,
                [.apiUse, .refresh].contains(use.content.stage)
            else { return false }
            let end = use.content.occurredAt
            let renewal = signIns.filter { $0 < end }.max()
            // The use came after the revocation had to work, and no new sign-in lies between.
            return revocations.contains { revocation in
                let begin = revocation.content.occurredAt
                return end.since(begin) >= Self.patience && renewal.map { $0 <= begin } ?? true
                    && isOfSameUser(revocation, use)
            }
        }
    }

    private func isOfSameUser(_ revocation: StoredEvent, _ use: StoredEvent) -> Bool {
        let known: [EventDimension] = revocation.content.source == .server ? [.user, .session] : [.session]
        return known.contains { dimension in
            guard let first = revocation.content[dimension], let second = use.content[dimension] else { return false }
            return first.hasSameBytes(as: second)
        }
    }
}
