import ConsoleKit
import Domain

/// One event on the time line of an attempt.
struct TimelineStepView: Sendable {
    /// The id of its line.
    let anchor: String
    /// `+2.7 s`
    let offset: String
    let stepTime: TimeView
    let party: String
    let stepTitle: String
    let stepHref: String
    let stepDetail: String
    /// What its code means.
    let meaning: String?
    let stepOutcome: BadgeView
    let took: String
    /// `usually 30 ms`
    let usual: String?
    let isSlow: Bool
    /// Why it belongs to the attempt.
    let join: String?
    /// It is the first step that broke.
    let isBroken: Bool
}

extension TimelineStepView {
    /// `step-3`
    static func anchor(_ place: Int) -> String { "step-\(place + 1)" }

    init(_ step: TimelineStep, at place: Int, of timeline: AttemptTimeline, isBroken: Bool, _ page: TenantPage) {
        let texts = page.texts
        self.init(
            anchor: Self.anchor(place),
            offset: texts("attempts.offset", ["span": .text(timeline.elapsed(at: step.at).label(texts))]),
            stepTime: page.clock.exact(step.at),
            party: step.lane.label(texts),
            stepTitle: step.event.title(texts),
            stepHref: page.paths.event(step.event.reference),
            stepDetail: step.event.detail(texts),
            meaning: step.event.meaning(texts),
            stepOutcome: step.content.outcome.badge(texts),
            took: step.content.duration?.label(texts) ?? "–",
            usual: step.usual.map { texts("attempts.usual", ["span": .text($0.median.label(texts))]) },
            isSlow: step.isSlow,
            join: step.join.label(texts),
            isBroken: isBroken
        )
    }
}
