import Domain
import Fixtures
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit

@Suite struct HistogramChartTests {
    private static let clock = PageClock(now: Sample.now, zone: .utc, texts: TestTexts.english)
    private static let french = PageClock(now: Sample.now, zone: .utc, texts: TestTexts.french)

    private func chart(_ span: Duration, _ counts: [[Outcome: Int]], _ clock: PageClock) -> HistogramChart {
        let columns = counts.enumerated().map { index, counts in
            EventHistogram.Column(start: Sample.now + span * Double(index), counts: counts)
        }
        return HistogramChart(
            histogram: EventHistogram(span: span, columns: columns, isComplete: true),
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

    @Test(arguments: [(1_600_000, "1.6 M", "1,6 M"), (2_000_000, "2 M", "2 M"), (20_000, "20 k", "20 k")])
    func `large numbers of the scale are short`(count: Int, english: String, french: String) {
        let (column, day) = ([[Outcome.success: count]], Duration.days(1))

        #expect(SafeHTML(chart(day, column, Self.clock).drawing).description.contains(">\(english)</text>"))
        #expect(SafeHTML(chart(day, column, Self.french).drawing).description.contains(">\(french)</text>"))
    }
}
