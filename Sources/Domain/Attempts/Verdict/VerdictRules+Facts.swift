import StrictJSON

/// The facts of an attempt by which the rules decide.
extension VerdictRules {
    var serverSteps: [TimelineStep] { steps.filter { $0.content.source == .server } }
    var clientSteps: [TimelineStep] { steps.filter { $0.content.source == .client } }
    var phoneSteps: [TimelineStep] { steps.filter { $0.lane == .phone } }

    /// What the server said of wrong passwords.
    var wrongPasswords: [TimelineStep] { serverSteps.filter { has($0, Self.wrongPassword) } }
    /// What it said of links and codes that are wrong, used or too old.
    var wrongCodes: [TimelineStep] { serverSteps.filter { has($0, Self.expiredLink) } }

    var silence: [AttemptVerdict.Evidence] { clientSteps.isEmpty ? [.init(.noAppReport)] : [] }

    var clientReports: [AttemptVerdict.Evidence] {
        clientSteps.last { $0.content.outcome.isBroken }.map { [report($0)] } ?? []
    }

    func success(_ kind: AttemptVerdict.Evidence.Kind, of steps: [TimelineStep]) -> [AttemptVerdict.Evidence] {
        steps.last { $0.content.outcome == .success }.map { [.init(kind, $0.event)] } ?? []
    }

    func shares(_ spread: CauseSpread) -> [AttemptVerdict.Evidence] {
        guard spread.isOfRelease else { return [.init(.inAll, spread.all)] }
        return [.init(.inRelease, spread.release), .init(.inOtherReleases, spread.others)]
    }

    func serverSuccess(beside step: TimelineStep) -> TimelineStep? {
        let stages = step.content.stage.counterparts.union([step.content.stage])
        return serverSteps.last { stages.contains($0.content.stage) && $0.content.outcome == .success }
    }

    /// The use of a link or code before it was rejected.
    func earlierUse(of step: TimelineStep) -> TimelineStep? {
        guard let code = step.event.code, Self.oneTime.contains(where: code.hasSameBytes) else { return nil }
        let stages = step.content.stage.counterparts.union([step.content.stage])
        return serverSteps.last {
            stages.contains($0.content.stage) && $0.content.outcome == .success && $0.at <= step.at
        }
    }

    func report(_ step: TimelineStep) -> AttemptVerdict.Evidence {
        let kind: AttemptVerdict.Evidence.Kind =
            switch step.lane {
            case .phone: .appReport
            case .gatehouse: .serverReport
            case .apple: .appleReport
            case .backend: .backendReport
            }
        let reason = step.content.source == .server ? step.content.text(ofAttribute: "auth.server.reason") : nil
        return AttemptVerdict.Evidence(kind, step.event, reason: reason)
    }

    func has(_ step: TimelineStep, _ code: String) -> Bool { step.event.code?.hasSameBytes(as: code) == true }

    func reason(of step: TimelineStep, isOneOf reasons: [String]) -> Bool {
        guard let reason = step.content.text(ofAttribute: "auth.server.reason") else { return false }
        return reasons.contains { reason.hasSameBytes(as: $0) }
    }
}
