import StrictJSON

/// Decides who can remove the cause of an attempt's end, from everything that is known of the attempt.
///
/// The first rule that applies decides. A party is named only where no other common cause leaves the same evidence; else
/// the verdict is unclear, and says why. What only a client says never makes an attack.
struct VerdictRules {
    /// Errors that have several common causes with different parties.
    static let ambiguous = [
        "apple.sheet.unknown", "http.401_uncoded", "net.fetch_failed", keysUnavailable, "tls.untrusted",
    ]
    /// A known key signed something else: the words of access tokens, and of Apple's identity tokens.
    static let forged = ["bad_signature", "signature"]
    static let foreign = ["other_tenant", "wrong_issuer"]
    static let wrongPassword = StoredEvent.wrongPassword
    /// The latest passwords of one attempt whose neighbours are looked at. A real attempt has one or two.
    static let maximumTries = 8
    private static let limit = "limit.requests"
    private static let noSession = "session.missing"
    static let expiredLink = "otp.expired"
    private static let noRefresh = "refresh.missing"
    /// The user has no account on the device, or the app is not set up with Google.
    static let noCredential = "android.sheet.no_credential"
    static let oneTime = [expiredLink, "apple.token.invalid_grant", "pkce.state"]
    static let missingToken = "token.missing"
    static let badToken = "token.bad"
    static let timeout = "net.timeout"
    static let keysUnavailable = "token.keys_unavailable"
    /// A request that takes this long at the server is slow.
    static let slow = Duration.seconds(5)
    /// What browsers and React Native's NetInfo say of the network.
    static let reachability = ["navigator.onLine", "netinfo.isConnected", "netinfo.isInternetReachable"]
    /// No user types this many passwords or codes in a row so quickly: the mean time between two.
    static let guesses = (least: 5, pause: Duration.seconds(3))
    /// Guesses that are further away are not so quick.
    static let guessing = guesses.pause * (guesses.least - 1)
    /// The wrong passwords before one that fits, where most sign-ins have wrong ones and no app reports any.
    static let guessesBeforeHit = 4
    /// The successes of one step, and the time within which they are a loop.
    private static let loop = (least: 3, window: Duration.minutes(1))
    /// The results without which most of them say nothing of an attack.
    static let sprayedResults = 200
    /// A spent token that is no older was copied while its owner used the session.
    static let freshReuse = Duration.days(1)
    static let freshGenerations = 2

    let evidence: AttemptEvidence
    let steps: [TimelineStep]
    let origin: TimelineStep?
    /// The step that `evidence.spread` is about.
    let subject: TimelineStep?

    init(_ evidence: AttemptEvidence) {
        self.evidence = evidence
        steps = evidence.timeline.ownSteps
        origin = Self.origin(of: evidence.timeline)
        subject = Self.subject(of: evidence.timeline)
    }

    /// Returns the origin, or the latest error that was made good.
    static func subject(of timeline: AttemptTimeline) -> TimelineStep? {
        origin(of: timeline)
            ?? timeline.ownSteps.last { $0.content.outcome.isBroken && $0.event.code != nil }
    }

    /// Returns the step whose code is the cause: of the parties that tell of the first broken step, the one that is
    /// nearest to it. The server knows better than the app why it rejected a request, and Apple better than the server.
    /// Of an attempt that was cancelled, the step that was.
    static func origin(of timeline: AttemptTimeline) -> TimelineStep? {
        let steps = timeline.ownSteps
        guard let broken = broken(timeline.ending, steps) else {
            return timeline.ending.kind == .cancelled ? steps.last { $0.content.outcome == .cancelled } : nil
        }
        let stages = broken.content.stage.counterparts.union([broken.content.stage])
        let related = steps.filter {
            stages.contains($0.content.stage) && $0.content.outcome.isBroken && $0.event.code != nil
        }
        return [TimelineLane.apple, .gatehouse, .backend, .phone].lazy.compactMap { lane in
            lane == broken.lane && broken.event.code != nil ? broken : related.last { $0.lane == lane }
        }.first ?? broken
    }

    /// Returns the step that broke: the one that decided the ending, or one beside it. A sign-out repairs nothing, and a
    /// backend whose error no later success follows has not served the user.
    private static func broken(_ ending: AttemptEnding, _ steps: [TimelineStep]) -> TimelineStep? {
        if let reference = ending.broken { return steps.first { $0.event.reference == reference } }
        guard ending.kind == .succeeded || ending.kind == .unconfirmed else { return nil }
        let isSignedOut = steps.last { $0.lane == .phone && $0.content.outcome == .success }?.content.stage == .signOut
        return steps.enumerated().first { place, step in
            guard step.content.outcome.isBroken, step.lane == .backend || isSignedOut && step.lane == .phone else {
                return false
            }
            return !steps[(place + 1)...].contains {
                $0.content.stage == step.content.stage && $0.content.outcome == .success
                    && [.phone, step.lane].contains($0.lane)
            }
        }?.element
    }

    var verdict: AttemptVerdict {
        if let attack = theft ?? forgery ?? guessing { return attack }
        guard evidence.timeline.leftOut == 0 else { return AttemptVerdict(.unclear(.incomplete)) }
        return foreignToken ?? orderlyEnd ?? goodEnd ?? cancellation ?? cause
            ?? AttemptVerdict(.unclear(.open))
    }

    // MARK: Nothing wrong

    private var orderlyEnd: AttemptVerdict? {
        guard let origin, origin.content.source == .server else { return nil }
        if let end = origin.content.text(ofAttribute: "session.end_reason") {
            guard !end.hasSameBytes(as: Session.EndReason.refreshReuse.rawValue) else {
                return AttemptVerdict(.unclear(.reusedToken), [report(origin)])
            }
            // A user, an administrator or a setting of the tenant ended it.
            return AttemptVerdict(.nothingWrong, [.init(.orderlyEnd, origin.event, reason: end)])
        }
        let isSignedOut = serverSteps.contains {
            $0.content.stage == .signOut && $0.content.outcome == .success && $0.at <= origin.at
        }
        if isSignedOut, has(origin, Self.noSession) {
            return AttemptVerdict(
                .nothingWrong,
                [.init(.orderlyEnd, origin.event, reason: Session.EndReason.signedOut.rawValue)]
            )
        }
        // The app refreshes the token, or the user signs in again: both are as intended.
        guard origin.content.outcome == .rejected, reason(of: origin, isOneOf: ["expired"]),
            [.apiUse, .sessionRestore, .refresh].contains(origin.content.stage)
        else { return nil }
        return AttemptVerdict(.nothingWrong, [.init(.orderlyEnd, origin.event, reason: "expired")])
    }

    private var goodEnd: AttemptVerdict? {
        guard origin == nil else { return nil }
        switch evidence.timeline.ending.kind {
        case .succeeded:
            let facts = success(.appSuccess, of: clientSteps)
            if let retried, let fault = retried.event.code.flatMap(CauseCatalogue.entry)?.fault {
                return AttemptVerdict(.fault(fault), [report(retried)] + facts)
            }
            if let subject, subject.lane == .phone, let spread = evidence.spread, spread.isGeneral,
                let fault = subject.event.code.flatMap(CauseCatalogue.entry)?.fault
            {
                return AttemptVerdict(.fault(fault), [report(subject)] + shares(spread) + facts)
            }
            return AttemptVerdict(.nothingWrong, facts)
        case .unconfirmed:
            let facts = success(.serverSuccess, of: serverSteps)
            return clientSteps.isEmpty
                ? AttemptVerdict(.nothingWrong, facts + silence) : AttemptVerdict(.unclear(.appSilent), facts)
        case .timedOut: return AttemptVerdict(.unclear(.appStopped))
        case .degraded, .cancelled, .rejected, .failed, .inconsistent, .unknown: return nil
        }
    }

    /// An error that a later try made good: of the network or the user, or as the server says, of Apple or this server. It
    /// made the user try again.
    private var retried: TimelineStep? {
        steps.first { step in
            guard step.content.outcome.isBroken, let code = step.event.code, let entry = CauseCatalogue.entry(code)
            else {
                return false
            }
            if step.content.source == .server {
                return [.rejected, .failed].contains(step.content.outcome) && hasSucceededLater(step)
                    && (entry.fault == .apple || entry.fault == .gatehouse)
            }
            return step.lane == .phone && (entry.fault == .network || entry.fault == .user)
        }
    }

    private func hasSucceededLater(_ step: TimelineStep) -> Bool {
        serverSteps.contains {
            $0.content.stage == step.content.stage && $0.content.outcome == .success && $0.at >= step.at
        }
    }

    private var cancellation: AttemptVerdict? {
        guard evidence.timeline.ending.kind == .cancelled, let origin else { return nil }
        // No user cancels with one release only.
        if let spread = evidence.spread, spread.isOfRelease {
            return AttemptVerdict(.fault(.app), [report(origin)] + shares(spread))
        }
        return AttemptVerdict(.nothingWrong, [.init(.userCancelled, origin.event)])
    }

    // MARK: The cause

    private var cause: AttemptVerdict? {
        guard let origin else { return nil }
        guard let code = origin.event.code, let entry = CauseCatalogue.entry(code), !Classifier.isUnknown(code) else {
            return unknownError(origin)
        }
        if has(origin, Self.limit) { return reachedLimit(origin) }
        if let use = earlierUse(of: origin), let verdict = spentTwice(origin, use) { return verdict }
        return origin.content.source == .server ? recorded(origin, entry) : claimed(origin, entry)
    }

    /// What the server says itself.
    private func recorded(_ origin: TimelineStep, _ entry: CauseEntry) -> AttemptVerdict {
        let facts = [report(origin)] + clientReports
        // Neither apps of all versions nor all their users lose their sessions at once; but anyone can send tokens.
        if has(origin, Self.noSession), let spread = evidence.spread, spread.isGeneral {
            return AttemptVerdict(.unclear(.severalCauses), facts + shares(spread))
        }
        // An old backup, another server, an app that garbles tokens, or someone who guesses.
        if has(origin, Self.noRefresh), evidence.spread?.isOfRelease != true {
            return AttemptVerdict(.unclear(.severalCauses), facts + (evidence.spread.map(shares) ?? []))
        }
        // Users of all versions do not make the same mistake at once.
        if entry.fault == .user, let spread = evidence.spread, spread.isGeneral {
            return AttemptVerdict(.unclear(.severalCauses), facts + shares(spread))
        }
        if has(origin, Self.noSession), clientSteps.isEmpty, !isNamed(origin) {
            return AttemptVerdict(.unclear(.oneReport), facts + silence)
        }
        return AttemptVerdict(.fault(entry.fault), facts)
    }

    /// Whether the server knew whose token it rejected.
    private func isNamed(_ step: TimelineStep) -> Bool { step.content[.user] != nil || step.content[.session] != nil }

    /// An error without an entry in the catalogue of causes.
    private func unknownError(_ origin: TimelineStep) -> AttemptVerdict {
        if let success = serverSuccess(beside: origin) {
            return AttemptVerdict(.fault(.app), [report(origin), .init(.serverSuccess, success.event)])
        }
        if let spread = evidence.spread, spread.isOfRelease {
            return AttemptVerdict(.fault(.app), [report(origin)] + shares(spread))
        }
        return AttemptVerdict(.unclear(.unknownError), [report(origin)])
    }

    private func reachedLimit(_ origin: TimelineStep) -> AttemptVerdict {
        if let last = wrongPasswords.last {
            return AttemptVerdict(
                .fault(.user),
                [report(origin), .init(.wrongPasswords, last.event, count: wrongPasswords.count)]
            )
        }
        let stages = origin.content.stage.counterparts.union([origin.content.stage])
        let before = (evidence.earlier + steps.map(\.event)).filter { event in
            let pause = origin.content.occurredAt.since(event.content.occurredAt)
            return event.content.outcome == .success && stages.contains(event.content.stage)
                && event.content.source == .server && pause >= .zero && pause <= Self.loop.window
        }
        if before.count >= Self.loop.least {
            return AttemptVerdict(.fault(.app), [report(origin), .init(.repeatedRequests, count: before.count)])
        }
        guard let spread = evidence.spread, spread.isGeneral else {
            return AttemptVerdict(.unclear(.sharedLimit), [report(origin)])
        }
        return AttemptVerdict(.fault(.setup), [report(origin), .init(.inAll, spread.all)])
    }

    /// A link or code that worked before: the app sent it twice, or someone else used it.
    private func spentTwice(_ origin: TimelineStep, _ use: TimelineStep) -> AttemptVerdict? {
        let facts = [report(origin), AttemptVerdict.Evidence(.serverSuccess, use.event)]
        let isKnownToApp = phoneSteps.contains {
            $0.content.stage == .tokenExchange && $0.content.outcome == .success
        }
        if isKnownToApp { return AttemptVerdict(.fault(.app), facts) }
        return has(origin, Self.expiredLink) ? AttemptVerdict(.unclear(.linkUsedBefore), facts) : nil
    }
}
