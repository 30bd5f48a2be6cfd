import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit

@Suite struct HistogramChartTests {
    private static let clock = PageClock(now: Sample.now, zone: .utc, texts: TestTexts.english)
    private static let french = PageClock(now: Sample.now, zone: .utc, texts: TestTexts.french)

    private func chart(
        _ span: Duration,
        _ counts: [[Outcome: Int]],
        _ clock: PageClock,
        marks: ChartMarks = .none
    ) -> HistogramChart {
        let columns = counts.enumerated().map { index, counts in
            EventHistogram.Column(start: Sample.now + span * Double(index), counts: counts)
        }
        return HistogramChart(
            histogram: EventHistogram(span: span, columns: columns, isComplete: true),
            marks: marks,
            clock: clock
        ) { _ in "?" }
    }

    @Test(arguments: [(0, 2), (1, 2), (3, 4), (11, 12), (126, 160), (1000, 1000), (1001, 1200), (999_999, 1_000_000)])
    func `a chart's scale ends at a round number with a whole half`(highest: Int, ceiling: Int) {
        #expect(HistogramChart.roundCeiling(highest) == ceiling)
    }

    @Test func `a chart holds nothing that a value could have put there`() {
        let column = EventHistogram.Column(start: Sample.now, counts: [.failed: 3])
        let chart = HistogramChart(
            histogram: EventHistogram(span: .minutes(5), columns: [column], isComplete: true),
            marks: .none,
            clock: Self.clock
        ) { _ in
            "?code=\"><script>alert(1)</script>"
        }

        let markup = SafeHTML(chart.drawing).description

        #expect(!markup.contains("<script"))
        #expect(markup.contains("href=\"?code=&quot;&gt;&lt;script"))
        #expect(markup.contains("histogram__failed"))
    }

    @Test func `a chart of nothing is still a chart`() {
        let chart = HistogramChart(
            histogram: EventHistogram(span: .hours(1), columns: [], isComplete: true),
            marks: .none,
            clock: Self.clock
        ) { _ in "" }

        #expect(SafeHTML(chart.drawing).description.contains("No events"))
    }

    @Test(arguments: [
        (Duration.minutes(5), true, "per 5 minutes", "par tranche de 5 minutes"),
        (.minutes(1), true, "per minute", "par minute"),
        (.minutes(90), true, "per 90 minutes", "par tranche de 90 minutes"),
        (.hours(1), true, "per hour", "par heure"), (.days(2), true, "per 2 days", "par tranche de 2 jours"),
        (.hours(6), false, "per 6 hours, newest events only", "par tranche de 6 heures, derniers événements seulement"),
    ])
    func `the span of a column is written in the language of the page`(
        span: Duration,
        isComplete: Bool,
        english: String,
        french: String
    ) {
        let histogram = EventHistogram(span: span, columns: [], isComplete: isComplete)

        #expect(histogram.step(TestTexts.english) == english)
        #expect(histogram.step(TestTexts.french) == french)
    }

    @Test func `the chart, its columns and its legend say the same figures`() {
        let counts: [[Outcome: Int]] = [[.failed: 3, .success: 1200], [:]]
        let chart = chart(.minutes(5), counts, Self.clock)
        let view = HistogramView(chart)
        let markup = SafeHTML(chart.drawing).description

        #expect(markup.contains("1,203 events by outcome, from 13:41 to 13:51"))
        #expect(markup.contains("<title>13:41: 1,203 (failed 3, success 1,200)</title>"))
        #expect(markup.contains("<title>13:46: 0</title>"))
        #expect(view.legend.map { "\($0.label) \($0.total)" } == ["Success 1,200", "Failed 3"])
        #expect(view.rows.map { $0.counts + [$0.total] } == [["1,200", "3", "1,203"]])
    }

    @Test func `the chart is written in French`() {
        let counts: [[Outcome: Int]] = [[.failed: 1, .success: 1200]]
        let chart = chart(.days(1), counts, Self.french)
        let view = HistogramView(chart)
        let markup = SafeHTML(chart.drawing).description

        #expect(markup.contains("1\u{202F}201 événements par résultat, du 21\u{A0}nov. au 22\u{A0}nov."))
        #expect(markup.contains("21\u{A0}nov.\u{A0}: 1\u{202F}201 (1 en échec, 1\u{202F}200 réussis)"))
        #expect(view.columns == ["Réussi", "Échec"])
        #expect(view.title == "Événements par résultat")
    }

    /// A chart of ten hours with marks at some minutes after its start, as wide screens show it or narrow ones.
    private func markup(_ marks: (kind: ChangeKind, minute: Int64)..., isNarrow: Bool = false) -> String {
        let marks = ChartMarks(
            marks: marks.map { Sample.mark($0.kind, at: Sample.now + .minutes($0.minute)) },
            rows: [],
            note: nil
        ) { "/changes?from=\($0.lowerBound.rfc3339)&to=\($0.upperBound.rfc3339)" }
        let counts = Array(repeating: [Outcome.success: 1], count: 10)
        let whole = SafeHTML(chart(.hours(1), counts, Self.clock, marks: marks).drawing).description
        let parts = whole.components(separatedBy: "<g class=\"histogram__marks-narrow\">")
        return isNarrow ? parts.last ?? "" : parts[0]
    }

    @Test func `a change is marked at its time, with a line down to the axis`() {
        let markup = markup((.release, 150))

        #expect(markup.contains("x1=\"25.0%\" x2=\"25.0%\""))
        #expect(markup.contains("<title>21 Nov 13:05: release</title>") && markup.contains("change-symbol__release"))
        #expect(markup.contains("class=\"histogram__mark\" href=\"/t/acme/settings\""))
    }

    @Test func `a chart without marks has no place for them`() {
        #expect(!markup().contains("mark"))
    }

    @Test func `marks that are near each other are one, with their number and the page of all`() {
        let markup = markup((.release, 60), (.settings, 61), (.key, 77), (.role, 79), (.settings, 98))

        #expect(markup.split(separator: "class=\"histogram__mark\"").count == 4)
        #expect(markup.contains(">3</text>") && markup.contains("13:05: release\n21 Nov 13:05: settings\n"))
        #expect(markup.contains("/changes?from=2026-11-21T14:41:07.214Z&amp;to=2026-11-21T14:58:07.214Z"))
        #expect(!markup.contains("change-symbol__release") && markup.contains("change-symbol__role"))
    }

    @Test func `a narrow screen joins marks that a wide one shows apart`() {
        let marks = (markup((.release, 60), (.role, 90)), markup((.release, 60), (.role, 90), isNarrow: true))

        #expect(marks.0.split(separator: "class=\"histogram__mark\"").count == 3 && !marks.0.contains("mark-count"))
        #expect(
            marks.1.split(separator: "class=\"histogram__mark\"").count == 2 && marks.1.contains("middle\">2</text>")
        )
    }

    @Test func `the text of a mark has at most eight lines`() {
        let many = (0..<12).map { (kind: ChangeKind.settings, minute: Int64($0)) }
        let marks = ChartMarks(
            marks: many.map { Sample.mark($0.kind, at: Sample.now + .minutes($0.minute)) },
            rows: [],
            note: nil
        ) { _ in "?" }
        let counts = [[Outcome.success: 1]]

        let markup = SafeHTML(chart(.days(1), counts, Self.clock, marks: marks).drawing).description

        #expect(markup.contains("settings\nand 4 more</title>") && markup.contains(">12</text>"))
    }

    @Test func `a chart says how many changes it marks`() {
        #expect(markup((.release, 60)).contains("aria-label=\"10 events by outcome, from 13:41 to 23:41; 1 change\""))
        #expect(markup((.release, 60), (.role, 60)).contains("; 2 changes\""))
    }

    @Test func `marks with an outage from before the chart lead to changes in it`() {
        #expect(markup((.appleOutage, -300), (.role, 3)).contains("/changes?from=2026-11-21T13:41:07.214Z&amp;"))
    }

    @Test func `an outage is as wide as it lasted, and no wider than the chart`() {
        #expect(markup((.appleOutage, 300)).contains("class=\"histogram__outage\" x=\"50.0%\" y=\"0\" width=\"2.5%\""))
        #expect(markup((.appleOutage, 597)).contains("x=\"99.5%\" y=\"0\" width=\"0.5%\""))
        #expect(markup((.appleOutage, -5)).contains("x=\"0.0%\" y=\"0\" width=\"1.67%\""))
    }

    @Test(arguments: [(1_600_000, "1.6 M", "1,6 M"), (2_000_000, "2 M", "2 M"), (20_000, "20 k", "20 k")])
    func `large numbers of the scale are short`(count: Int, english: String, french: String) {
        let (column, day) = ([[Outcome.success: count]], Duration.days(1))

        #expect(SafeHTML(chart(day, column, Self.clock).drawing).description.contains(">\(english)</text>"))
        #expect(SafeHTML(chart(day, column, Self.french).drawing).description.contains(">\(french)</text>"))
    }
}
