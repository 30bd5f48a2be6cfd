import ConsoleKit
import Domain
import UseCases

/// What the lanes of an attempt show: the steps of each side, what is missing there, and what is left over.
///
/// The contradictions that the server found are no steps: they are in the table only.
struct AttemptLanes {
    /// With more steps a drawing is no overview, and a long page.
    static let mostDrawn = 40
    /// They take part in nearly every attempt.
    private static let always: Set<TimelineLane> = [.phone, .gatehouse]

    let timeline: AttemptTimeline
    /// Whether the session is open, and the app never used it.
    let isSessionLeftOver: Bool
    let texts: Texts

    init(_ details: AttemptDetails, _ page: TenantPage) {
        timeline = details.timeline
        isSessionLeftOver = details.isSessionLeftOver(at: page.clock.now)
        texts = page.texts
    }

    var view: AttemptLanesView {
        AttemptLanesView(
            wide: LaneChartView(chart: SafeHTML(drawing(.wide).drawing)),
            narrow: LaneChartView(chart: SafeHTML(drawing(.narrow).drawing)),
            drawnNote: steps.count > Self.mostDrawn
                ? texts("attempts.lanes-first", count: steps.count, ["drawn": .number(Self.mostDrawn)]) : nil,
            joinNote: joinNote
        )
    }

    func drawing(_ room: LaneDrawing.Room) -> LaneDrawing {
        LaneDrawing(
            room: room,
            lanes: lanes.map { LaneDrawing.Lane(title: $0.label(texts), bars: bars(of: $0)) },
            name: name,
            emptyLabel: texts("attempts.lane-empty"),
            tick: { texts("attempts.offset", ["span": .text(Duration.milliseconds($0).label(texts))]) },
            breakLabel: { texts("attempts.lanes-break", ["span": .text(Duration.milliseconds($0).label(texts))]) }
        )
    }

    private var lanes: [TimelineLane] {
        let used = timeline.lanes
        return TimelineLane.allCases.filter { used.contains($0) || Self.always.contains($0) }
    }

    /// With their places in the table.
    private var steps: [(place: Int, step: TimelineStep)] {
        timeline.steps.enumerated().filter { !$0.element.event.isFinding }.map { ($0.offset, $0.element) }
    }

    private var placeOfBroken: Int? { timeline.steps.firstIndex { $0.event.reference == timeline.ending.broken } }

    /// `Timeline of 5 steps. Phone: 3. Gatehouse: No record on the server.`
    private var name: String {
        let parts = lanes.map { lane in
            let count = steps.count { $0.step.lane == lane }
            let missing = timeline.gaps.filter { $0.lane == lane }.map { $0.kind.label(texts) }
            let found = count > 0 ? [NumberText.grouped(count, in: texts.language)] : []
            let all = found + missing
            return texts(
                "attempts.lanes-part",
                [
                    "lane": .text(lane.label(texts)),
                    "content": .text(all.isEmpty ? texts("attempts.lane-empty") : all.joined(separator: ", ")),
                ]
            )
        }
        return ([texts("attempts.lanes-name", count: steps.count)] + parts).joined(separator: " ")
    }

    private var joinNote: String? {
        let joined = timeline.steps.filter { $0.join.reason != .attempt }
        guard !joined.isEmpty else { return nil }
        let parts = JoinConfidence.allCases.compactMap { confidence -> String? in
            let count = joined.count { $0.join.confidence == confidence }
            guard count > 0 else { return nil }
            return texts(TextKey("attempts.joined-\(confidence.rawValue)"), ["number": .number(count)])
        }
        return texts(
            "attempts.joined",
            count: joined.count,
            ["total": .number(timeline.steps.count), "parts": .text(texts.list(parts))]
        )
    }

    // MARK: Bars

    /// From the earliest on.
    private func bars(of lane: TimelineLane) -> [LaneBar] {
        let steps = steps.prefix(Self.mostDrawn).filter { $0.step.lane == lane }.map { bar($0.step, at: $0.place) }
        let gaps = timeline.gaps.filter { $0.lane == lane }.compactMap(bar)
        let leftOver = lane == .gatehouse && isSessionLeftOver ? [barOfSession] : []
        return (steps + gaps + leftOver).sorted { $0.start < $1.start }
    }

    private func milliseconds(_ time: Timestamp) -> Double {
        Double(timeline.elapsed(at: time).wholeMilliseconds)
    }

    private func bar(_ step: TimelineStep, at place: Int) -> LaneBar {
        let outcome = step.content.outcome
        let kind: LaneBar.Kind =
            switch placeOfBroken {
            case place?: .broken(outcome)
            case let broken? where broken < place: .later
            default: .step(outcome)
            }
        return LaneBar(
            kind: kind,
            start: milliseconds(step.beganAt),
            end: milliseconds(step.at),
            label: label(step),
            title: title(step),
            href: "#" + TimelineStepView.anchor(place),
            isJoined: step.join.reason != .attempt
        )
    }

    /// `Token exchange, 240 ms (usually 30 ms)`
    private func label(_ step: TimelineStep) -> String {
        let title = TextArgument.text(step.event.title(texts))
        guard let duration = step.content.duration else { return step.event.title(texts) }
        let span = TextArgument.text(duration.label(texts))
        guard step.isSlow, let usual = step.usual else {
            return texts("attempts.lanes-step", ["step": title, "span": span])
        }
        return texts(
            "attempts.lanes-slow-step",
            ["step": title, "span": span, "usual": .text(usual.median.label(texts))]
        )
    }

    private func title(_ step: TimelineStep) -> String {
        let at = timeline.elapsed(at: step.at).label(texts)
        return [
            label(step), step.content.outcome.label(texts), step.event.detail(texts),
            texts("attempts.offset", ["span": .text(at)]), step.join.label(texts),
        ].compactMap(\.self).joined(separator: " · ")
    }

    /// - Returns: nil for what belongs to no lane.
    private func bar(_ gap: TimelineGap) -> LaneBar? {
        guard timeline.steps.indices.contains(gap.after) else { return nil }
        let step = timeline.steps[gap.after]
        let label = gap.kind.label(texts)
        switch gap.kind {
        case .serverNeverSaw, .appleNotAsked:
            return missing(label, from: milliseconds(step.beganAt), to: milliseconds(step.at))
        case .clientNeverReported, .stoppedBeforeRequest: return missing(label, from: milliseconds(step.at), to: nil)
        case .clientSilent: return missing(label, from: 0, to: nil)
        case .pause, .leftOut: return nil
        }
    }

    private var barOfSession: LaneBar {
        let last = timeline.steps.last { $0.lane == .gatehouse && !$0.event.isFinding }
        return missing(texts("attempts.lanes-left-over"), from: last.map { milliseconds($0.at) } ?? 0, to: nil)
    }

    private func missing(_ label: String, from start: Double, to end: Double?) -> LaneBar {
        LaneBar(kind: .gap, start: start, end: end, label: label, title: label, href: nil)
    }
}

extension AttemptDetails {
    /// Whether a failed attempt left a session open that the app never used.
    func isSessionLeftOver(at now: Timestamp) -> Bool {
        guard let session else { return false }
        return session.session.isAlive(at: now) && session.isUnused && timeline.ending.kind != .succeeded
    }
}

/// The lanes of an attempt, drawn for wide and for narrow places, with what is to be known of them.
struct AttemptLanesView: Sendable {
    let wide: LaneChartView
    let narrow: LaneChartView
    /// Says that not all steps are drawn.
    let drawnNote: String?
    /// Says how many steps do not have the id of the attempt, and how sure it is that they belong to it.
    let joinNote: String?
}

/// The lanes of an attempt, drawn for one width.
struct LaneChartView: Sendable {
    let chart: SafeHTML
}
