import StrictJSON

/// Every rule over one attempt.
public enum AttemptDetectors {
    static let all: [any AttemptDetector] = [
        LostAnswer(), UnknownSuccess(), OrphanSession(), LostKeychainItem(), RevokedButActive(), WrongClock(),
        DoubleExchange(),
    ]

    /// Returns what the rules find, at most one finding of each.
    public static func findings(in evidence: AttemptEvidence) -> [AttemptFinding] {
        all.compactMap { detector in
            detector.decidingEvent(in: evidence).map { AttemptFinding(detector.cause, at: $0) }
        }
    }

    /// The codes of findings that were recorded with the attempt before.
    public static func recorded(in timeline: AttemptTimeline) -> Set<String> {
        Set(timeline.steps.filter(\.isFinding).compactMap(\.event.code))
    }
}

/// A rule that finds one kind of contradiction between the parties of an attempt.
protocol AttemptDetector: Sendable {
    /// The word of the taxonomy, as `errors.json` has it.
    var cause: String { get }
    /// Returns the event that decides; nil when there is no contradiction.
    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent?
}

/// The same code of Apple was exchanged twice, which Apple accepts once.
struct DoubleExchange: AttemptDetector {
    private static let exchange = "apple.authorization_code"
    private static let used = "apple.token.invalid_grant"

    let cause = "double_exchange"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        let exchanges = evidence.steps(of: .apple, at: .appleVerify).filter {
            $0.content[.name]?.hasSameBytes(as: Self.exchange) == true
        }
        guard let first = exchanges.firstIndex(where: { $0.content.outcome == .success }) else { return nil }
        return exchanges[(first + 1)...].first { $0.event.code?.hasSameBytes(as: Self.used) == true }?.event
    }
}

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

/// The server made a session, the app could not save it, and it is still open.
struct OrphanSession: AttemptDetector {
    let cause = "store_failed_session_live"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        guard let session = evidence.session, session.session.isAlive(at: evidence.now), session.isUnused else {
            return nil
        }
        let isExchanged = evidence.steps(of: .gatehouse, at: .tokenExchange).contains { $0.content.outcome == .success }
        guard isExchanged, let last = evidence.steps(of: .phone, at: .sessionStore).last,
            last.content.outcome == .failed
        else { return nil }
        return last.event
    }
}

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

/// The clock of the phone is wrong by more than tokens tolerate.
struct WrongClock: AttemptDetector {
    static let tolerance = Duration.minutes(5)

    let cause = "clock"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        let phone = evidence.timeline.steps.filter { $0.lane == .phone && $0.join.confidence != .possible }
        return phone.first { step in
            let error = step.event.clockCorrection + evidence.timeline.clock.offset
            return error > Self.tolerance || error < .zero - Self.tolerance
        }?.event
    }
}

/// A contradiction that a detector found.
public struct AttemptFinding: Sendable, Hashable {
    /// The word of the taxonomy: `server_ok_client_fail`.
    public let cause: String
    /// The canonical code, which the catalogue of causes explains.
    public let code: String
    /// The event that decided.
    public let event: StoredEvent

    init(_ cause: String, at event: StoredEvent) {
        self.cause = cause
        code = CauseCatalogue.contradictionPrefix + cause
        self.event = event
    }
}
