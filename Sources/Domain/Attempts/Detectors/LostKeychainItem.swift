import StrictJSON

/// The app saved its session, and the next start finds none.
struct LostKeychainItem: AttemptDetector {
    private static let notFound = "keychain.not_found"

    let cause = "restore_missing_after_store"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        let restore = evidence.steps(of: .phone, at: .sessionRestore).last
        guard let restore, restore.event.code?.hasSameBytes(as: Self.notFound) == true,
            let installation = restore.content[.installation]
        else { return nil }
        // What the app last did with its session before: saved it, or signed out.
        let before = (evidence.earlier + evidence.timeline.steps.map(\.event)).filter {
            $0.content.source == .client && $0.content.occurredAt < restore.event.content.occurredAt
                && $0.content[.installation]?.hasSameBytes(as: installation) == true
                && [.sessionStore, .signOut, .sessionRestore].contains($0.content.stage)
                && $0.content.outcome.isResult
        }
        guard let last = before.max(by: { $0.content.occurredAt < $1.content.occurredAt }) else { return nil }
        let wasSaved = last.content.stage == .sessionStore || last.content.stage == .sessionRestore
        return wasSaved && last.content.outcome == .success ? restore.event : nil
    }
}
