/// How an attempt ended, for the user who made it.
public struct AttemptEnding: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable, Hashable {
        case succeeded
        /// The server did its part, and the app has not said that it knows.
        case unconfirmed
        case degraded, cancelled, rejected, failed, inconsistent
        /// The app began, and its next step did not come in time.
        case timedOut = "timed_out"
        /// No step has a result.
        case unknown
    }

    /// How long the next step of an app that began may take.
    static let patience = Duration.minutes(5)

    public let kind: Kind
    /// The event that decided it; nil when none has a result.
    let deciding: StoredEvent?
    /// The first step that broke and was not made good; nil when none did.
    public let broken: Event.Reference?
    /// The canonical code of the cause.
    public let code: String?
    /// The stage that the attempt reached.
    public let stage: Stage?

    /// - Parameter steps: in their order.
    init(_ steps: [TimelineStep], now: Timestamp) {
        let own = steps.filter { !$0.isFinding && $0.join.confidence != .possible }
        let all = own.filter(\.content.outcome.isResult)
        // The sign-in or refresh that follows a rejected token decides; a screen that is shown decides nothing.
        let lastTry = all.lastIndex { !$0.isRejectedToken && !Stage.beforeRequest.contains($0.content.stage) } ?? -1
        let results = all.enumerated().filter { $0.offset > lastTry || !$0.element.isRejectedToken }.map(\.element)
        let last = Self.deciding(results.filter { !$0.isShownScreen })
        let started = own.filter(\.isOfBeginning)
        if last?.isBeginning ?? (started.last.map { $0.content.outcome != .skipped } ?? false) {
            let arrived = started.map(\.event.receivedAt).max() ?? now
            kind = now.since(arrived) >= Self.patience ? .timedOut : .unknown
        } else {
            kind = last.map { Self.kind(of: $0, results) } ?? .unknown
        }
        deciding = last?.event
        stage = last?.content.stage ?? started.last?.content.stage
        let broken = results.enumerated().first { place, step in
            step.content.outcome.isBroken && !Self.isMadeGood(step, by: results[(place + 1)...])
        }?.element
        let isOver = kind == .succeeded || kind == .cancelled
        self.broken = isOver ? nil : broken?.event.reference
        code = isOver ? nil : broken?.event.code ?? results.last { $0.content.outcome.isBroken }?.event.code
    }

    /// The phone knows how it ended for the user, once it has asked the server; before that the server does, or the
    /// tenant's backend.
    private static func deciding(_ results: [TimelineStep]) -> TimelineStep? {
        let server = results.last { $0.lane == .gatehouse } ?? results.last { $0.lane == .apple }
        guard let phone = results.last(where: { $0.lane == .phone }) else { return server ?? results.last }
        guard phone.isBeginning else { return phone }
        return server ?? results.last { $0.lane == .backend } ?? phone
    }

    private static func kind(of step: TimelineStep, _ results: [TimelineStep]) -> Kind {
        switch step.content.outcome {
        case .success:
            if step.lane == .gatehouse || step.lane == .apple { return .unconfirmed }
            return results.contains { $0.lane == .phone && $0.content.outcome == .degraded } ? .degraded : .succeeded
        case .cancelled: return .cancelled
        case .rejected: return .rejected
        case .failed: return .failed
        case .degraded: return .degraded
        case .inconsistent: return .inconsistent
        case .skipped, .info: return .unknown
        }
    }

    /// A later success of the same party in the same stage makes a broken step good, and a new sign-in the loss of the
    /// session before.
    private static func isMadeGood(_ step: TimelineStep, by later: ArraySlice<TimelineStep>) -> Bool {
        later.contains {
            $0.lane == step.lane && $0.content.outcome == .success
                && ($0.content.stage == step.content.stage
                    || $0.content.stage == .tokenExchange && Stage.resumption.contains(step.content.stage))
        }
    }
}

extension TimelineStep {
    /// Whether the app did what comes before its request.
    fileprivate var isBeginning: Bool {
        lane == .phone && content.outcome == .success && Stage.beforeRequest.contains(content.stage)
    }

    /// Whether it tells that the app shows its sign-in, and nothing of how that ended.
    fileprivate var isShownScreen: Bool { isBeginning && content.stage == .ui }

    fileprivate var isOfBeginning: Bool { lane == .phone && Stage.beginnings.contains(content.stage) }
}
