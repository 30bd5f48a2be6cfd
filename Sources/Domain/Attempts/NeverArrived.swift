/// Why an attempt that an app started reached no server: neither Gatehouse nor the tenant's own backend has a step of it.
public enum NeverArrived: String, Sendable, CaseIterable, Hashable {
    /// The user closed Apple's sign-in, or the app gave up.
    case cancelled
    /// The next step did not come.
    case timedOut = "timed_out"
    /// The app had no connection, or it broke.
    case noNetwork = "no_network"
    /// A step before the request failed: Apple's sign-in, or the app's own form.
    case sheetFailed = "sheet_failed"
    /// The request failed at the app for another reason, without an answer.
    case other
}

extension AttemptTimeline {
    /// Why the attempt never arrived; nil when it did, may still, or has more events than were read.
    public var neverArrived: NeverArrived? {
        guard leftOut == 0, !ownSteps.contains(where: \.hasAnswer),
            let stage = ending.stage, Stage.beginnings.contains(stage)
        else { return nil }
        switch ending.kind {
        case .cancelled: return .cancelled
        case .timedOut: return .timedOut
        case .rejected, .failed, .inconsistent, .degraded:
            if let code = ending.deciding?.code, CauseCatalogue.entry(code)?.fault == .network { return .noNetwork }
            return Stage.beforeRequest.contains(stage) ? .sheetFailed : .other
        case .succeeded, .unconfirmed, .unknown: return nil
        }
    }
}

extension TimelineStep {
    /// Codes that an app has from a server.
    private static let answers: Set<CauseSection> = [.account, .apple, .server]

    /// Whether it is a server's, or what an app says after it had an answer.
    fileprivate var hasAnswer: Bool {
        guard lane == .phone else { return content.source == .server || content.outcome.isResult }
        if [.success, .degraded].contains(content.outcome) { return Stage.answered.contains(content.stage) }
        guard Stage.requests.contains(content.stage) else { return false }
        if content.requestID != nil { return true }
        let entry = event.code.flatMap(CauseCatalogue.entry)
        // A captive portal or a proxy answers too.
        guard entry?.fault != .network else { return false }
        return Classifier.httpStatus(content) != nil || entry.map { Self.answers.contains($0.section) } == true
    }
}
