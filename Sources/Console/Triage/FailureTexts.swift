import ConsoleKit
import Domain
import UseCases

/// Writes what the page of a failure says about it in sentences and numbers.
struct FailureTexts {
    let details: FailureDetails
    let page: TenantPage

    private var failure: FailureSummary { details.detail.summary }
    private var texts: Texts { page.texts }

    /// `in the last 7 days`
    var period: String { texts(TextKey("events.range-period.\(details.period.rawValue)")) }

    // MARK: Verdict

    var verdict: VerdictView {
        let state = failure.triage.state
        switch state {
        case .open: return VerdictView(tone, affected, Self.joined([times, onlyRelease, owner]))
        case .regressed: return VerdictView(tone, affected, Self.joined([sentence(state), times, onlyRelease, owner]))
        case .resolved, .archived, .expected:
            return VerdictView(tone, sentence(state), Self.joined([affected, times, onlyRelease, owner]))
        }
    }

    private var tone: BadgeView.Tone {
        let users = failure.users
        switch failure.triage.state {
        case .resolved: return .success
        case .archived, .expected: return .plain
        case .open, .regressed:
            guard failure.count > 0 else { return .plain }
            // Where not all were counted, others may be out.
            return users.stillOut > 0 || !users.isComplete ? .failed : .rejected
        }
    }

    /// `342 people affected in the last 7 days, 45 still out.`
    private var affected: String {
        let (users, period) = (failure.users, TextArgument.text(period))
        guard failure.count > 0 else { return texts("failures.verdict-quiet", ["period": period]) }
        guard users.affected > 0 else {
            return texts("failures.verdict-nobody", count: failure.count, ["period": period])
        }
        let out: [String: TextArgument] = ["period": period, "out": .number(users.stillOut)]
        let isOut = users.stillOut > 0
        guard users.isComplete else {
            return texts(
                isOut ? "failures.verdict-out-at-least" : "failures.verdict-at-least",
                count: users.affected,
                out
            )
        }
        guard !users.isEstimated else { return texts("failures.verdict-out-about", count: users.affected, out) }
        return texts(isOut ? "failures.verdict-out" : "failures.verdict-back", count: users.affected, out)
    }

    private var times: String {
        let first = TextArgument.text(page.clock.inSentence(failure.firstSeen))
        guard let last = failure.lastSeen else { return texts("failures.verdict-first", ["first": first]) }
        return texts("failures.verdict-seen", ["first": first, "last": .text(page.clock.inSentence(last))])
    }

    /// That all events are of one release, where there are enough of them.
    private var onlyRelease: String? {
        let releases = details.detail.releases
        guard releases.count == 1, let only = releases.first, let name = only.name, only.count == failure.count,
            only.count >= CommonTrait.fewest
        else { return nil }
        return texts("failures.verdict-release", ["period": .text(period), "release": .visible(name)])
    }

    private var owner: String? {
        failure.triage.assignee.map { assignee in
            let name = Principal.Kind.user(assignee).name(details.users, texts)
            return texts(
                "failures.verdict-state",
                ["state": .text(texts("failures.became.assigned", ["name": .text(name)]))]
            )
        }
    }

    private func sentence(_ state: FailureState) -> String {
        texts("failures.verdict-state", ["state": .text(state.sentence(texts))])
    }

    private static func joined(_ sentences: [String?]) -> String {
        sentences.compactMap(\.self).joined(separator: " ")
    }

    // MARK: Numbers

    var figures: [FigureView] {
        let users = failure.users
        return [
            FigureView(
                label: texts("failures.figure-people"),
                value: users.text(users.affected, texts),
                note: period,
                href: attempts
            ),
            FigureView(
                label: texts("failures.figure-out"),
                value: users.text(users.stillOut, texts),
                note: texts("failures.figure-out-note"),
                href: stillOut
            ),
            FigureView(
                label: texts("failures.column-events"),
                value: NumberText.grouped(failure.count, in: texts.language),
                note: period,
                href: events.href
            ),
            FigureView(
                label: texts("failures.last-seen"),
                value: failure.lastSeen.map { page.clock.relative($0).text } ?? "–",
                note: texts("failures.figure-first-seen", ["first": .text(page.clock.inSentence(failure.firstSeen))]),
                href: details.detail.examples.first.map { page.paths.event($0.reference) } ?? events.href
            ),
        ]
    }

    var chart: HistogramChart {
        let starts = details.period.starts(at: page.clock.now)
        return HistogramChart(
            title: texts("failures.over-time"),
            step: HistogramTimes.step(details.period.columnWidth, isComplete: true, texts),
            series: [
                HistogramChart.Series(tone: Outcome.failed.rawValue, label: texts("failures.column-events")) {
                    texts("failures.chart-part", count: $0)
                }
            ],
            columns: zip(starts, failure.columns).map { start, count in
                HistogramChart.Column(start: start, counts: [count], href: events(from: start))
            },
            span: details.period.columnWidth,
            clock: page.clock,
            marks: ChartMarks(details.changes, page),
            name: texts("failures.chart", count: failure.count)
        )
    }

    // MARK: Links

    /// The events of the period with the code, in the step.
    var events: PageAddress {
        PageAddress(
            page.paths.events,
            ["range": details.period.rawValue, "code": failure.key.code, "stage": failure.key.stage.rawValue]
        )
    }

    private func events(from start: Timestamp) -> String {
        events.without("range").with("from", LocalTime.absolute(start))
            .with("to", LocalTime.absolute(start + details.period.columnWidth)).href
    }

    private var stillOut: String {
        PageAddress(page.paths.failureStillOut(failure.id), ["period": details.period.rawValue]).href
    }

    var attempts: String { PageAddress(page.paths.attempts, ["failure": failure.id.description]).href }
}
