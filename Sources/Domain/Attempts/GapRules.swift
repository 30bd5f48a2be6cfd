import StrictJSON

/// Decides which parts of an attempt are missing.
///
/// Nothing is missing before it could have arrived: an app sends its events in batches, the server writes its own twice
/// a second. When not all events of the attempt were read, nothing is called missing.
struct GapRules {
    /// How long the app may take to report a step.
    static let clientPatience = Duration.minutes(2)
    /// How long the server may take to write a step.
    static let serverPatience = Duration.seconds(10)
    /// Longer without an event is a pause.
    static let pause = Duration.seconds(10)

    let steps: [TimelineStep]
    let now: Timestamp

    init(_ steps: [TimelineStep], now: Timestamp) {
        self.steps = steps
        self.now = now
    }

    var missing: [TimelineGap] {
        (unseenRequests + [unreported, stopped, unaskedApple].compactMap(\.self)).sorted { $0.after < $1.after }
    }

    var pauses: [TimelineGap] {
        zip(steps, steps.dropFirst()).enumerated().compactMap { place, pair in
            // A step is recorded at its end, so the time that it took is no pause.
            let span = pair.1.at.since(pair.0.at) - (pair.1.content.duration ?? .zero)
            return span >= Self.pause ? TimelineGap(.pause, after: place, span: span) : nil
        }
    }

    private func results(of lane: TimelineLane) -> [(place: Int, step: TimelineStep)] {
        steps.enumerated().filter { $0.element.lane == lane && $0.element.content.outcome.isResult }
            .filter { !$0.element.isFinding }.map { (place: $0.offset, step: $0.element) }
    }

    /// One gap for each stage with requests that the server does not know.
    private var unseenRequests: [TimelineGap] {
        let phone = results(of: .phone)
        return Stage.requests.compactMap { stage in
            let request = phone.last { $0.step.content.stage == stage && $0.step.content.outcome != .cancelled }
            guard let request, now.since(request.step.event.receivedAt) >= Self.serverPatience else { return nil }
            let isSeen = steps.contains {
                $0.content.source == .server && !$0.isFinding && stage.counterparts.contains($0.content.stage)
            }
            return isSeen ? nil : TimelineGap(.serverNeverSaw, after: request.place, lane: .gatehouse, stage: stage)
        }
    }

    /// The latest request that the server answered, without a later word of the app.
    private var unreported: TimelineGap? {
        // A refresh that did not succeed, and is joined by its session only, may be of another device.
        let answer = results(of: .gatehouse).last {
            Stage.requests.contains($0.step.content.stage)
                && ($0.step.join.confidence == .certain || $0.step.content.outcome == .success)
        }
        guard let answer, now.since(answer.step.at) >= Self.clientPatience else { return nil }
        let stage = answer.step.content.stage
        let phone = steps.filter { $0.lane == .phone }
        guard !phone.isEmpty else { return TimelineGap(.clientSilent, after: answer.place, lane: .phone, stage: stage) }
        let hasReported = phone.contains { $0.content.outcome.isResult && $0.content.stage.follows(stage) }
        return hasReported ? nil : TimelineGap(.clientNeverReported, after: answer.place, lane: .phone, stage: stage)
    }

    private var stopped: TimelineGap? {
        let phone = results(of: .phone)
        guard let last = phone.last, phone.allSatisfy({ Stage.beforeRequest.contains($0.step.content.stage) }),
            last.step.content.outcome == .success, now.since(last.step.at) >= Self.clientPatience
        else { return nil }
        let hasAsked = steps.enumerated().contains { place, step in
            // A token that was rejected before is no request of this sign-in.
            step.content.source == .server && !step.isFinding && !(step.isRejectedToken && place < last.place)
        }
        return hasAsked
            ? nil : TimelineGap(.stoppedBeforeRequest, after: last.place, lane: .phone, stage: last.step.content.stage)
    }

    private var unaskedApple: TimelineGap? {
        let exchange = results(of: .gatehouse).last {
            $0.step.content.stage == .tokenExchange && $0.step.content[.provider]?.hasSameBytes(as: "apple") == true
        }
        guard let exchange, exchange.step.content.outcome.isBroken,
            !steps.contains(where: { $0.lane == .apple && !$0.isFinding }),
            now.since(exchange.step.at) >= Self.serverPatience
        else { return nil }
        return TimelineGap(.appleNotAsked, after: exchange.place, lane: .apple, stage: .appleVerify)
    }
}
