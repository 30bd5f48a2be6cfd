import Domain
import Fixtures
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebCore

extension Sample {
    static let overview: [(String, any ConsoleView)] = [
        ("overview", overviewPage(isEmpty: false)), ("overview-empty", overviewPage(isEmpty: true)),
        ("overview-new", overviewNew),
    ]

    private static func overviewPage(isEmpty: Bool) -> OverviewView {
        OverviewView(
            frame: frame("Overview", current: "Overview"),
            ranges: overviewRanges,
            verdict: isEmpty
                ? VerdictView(.plain, "No sign-ins in the last 6 hours.", "")
                : VerdictView(
                    .failed,
                    "Saving the session failed in 9.0% of 3,698 tries in the last 6 hours.",
                    "100.0% of the failed tries have OS version 18.2; of those that succeed, 34.1%."
                ),
            open: isEmpty ? nil : LinkView(label: "Open failure", href: "/t/acme/failures/1"),
            summary: "**CoachMe** · 21 Nov 2026, 14:41\n- Success rate: 89.4%",
            checklist: nil,
            body: OverviewContentView(
                figures: [
                    FigureView(
                        label: "Success rate",
                        value: "89.4%",
                        note: "−8.1 points to a week before, 4,812 results",
                        href: "/t/acme/events?range=6h"
                    )
                ],
                histogram: isEmpty ? nil : HistogramView(overviewChart),
                noChart: isEmpty ? "No events in this period." : nil,
                funnel: isEmpty ? [] : [overviewStep(lost: 579), overviewStep(lost: 0)],
                noFunnel: isEmpty ? "The app reported no step." : nil,
                hasChanges: !isEmpty,
                changes: isEmpty ? [] : changeRows,
                noChanges: "Nothing has changed yet.",
                changesLink: "/t/acme/changes",
                failures: OverviewFailuresView(
                    failuresPeriod: "by people affected in the last 24 hours",
                    hasRows: !isEmpty,
                    rows: isEmpty ? [] : [overviewFailure],
                    noRows: "No failure is open.",
                    allFailures: "/t/acme/failures?period=24h"
                ),
                dependencies: [
                    DependencyView(
                        name: "Apple",
                        state: BadgeView(.success, "OK"),
                        detail: "No connection error with Apple in the last 15 minutes."
                    )
                ]
            )
        )
    }

    private static let overviewRanges = [
        RangeView(label: "6 h", name: "the last 6 hours", href: "?", isCurrent: true),
        RangeView(label: "24 h", name: "the last 24 hours", href: "?range=24h", isCurrent: false),
    ]

    private static var overviewChart: HistogramChart {
        HistogramChart(
            histogram: EventHistogram(
                span: .minutes(5),
                columns: (0..<72).map {
                    EventHistogram.Column(
                        start: now - .hours(6) + .minutes(5 * $0),
                        counts: [.success: 40 + Int($0 * 7 % 11), .failed: $0 > 50 ? 9 : 0]
                    )
                },
                isComplete: true
            ),
            marks: chartMarks,
            clock: clock
        ) { "?from=\($0.start.rfc3339)" }
    }

    private static func overviewStep(lost: Int) -> FunnelRowView {
        let step = StepOutcomes(
            source: .client,
            stage: .appleSheet,
            counts: [.success: 4812 - lost, .cancelled: lost - lost / 7, .failed: lost / 7]
        )
        return FunnelRowView(
            step: "Apple sign-in sheet",
            stepEvents: "/t/acme/events?range=6h&source=client&stage=apple-sheet",
            chart: FunnelBar(step: step, longest: 4812).drawing,
            tries: "4,812",
            loss: lost > 0 ? "−579 (12.0%)" : nil
        )
    }

    private static let overviewFailure = FailureRowView(
        choice: "8f14e45f-ceea-467f-a8d5-0a5f3a6e2b11.2",
        chooseLabel: "Choose “The phone was locked”",
        href: "/t/acme/failures/8f14e45f-ceea-467f-a8d5-0a5f3a6e2b11",
        title: "The phone was locked, so the keychain could not be used",
        detail: "keychain.locked · Save session",
        state: BadgeView(.failed, "Regressed"),
        ownerName: nil,
        chart: Sparkline(columns: (0..<24).map { $0 * 7 % 11 }, name: "140 events").drawing,
        users: "342",
        out: "45",
        events: "1,204",
        seenFirst: ago(.days(3)),
        seenLast: ago(.minutes(1))
    )

    private static let overviewNew = OverviewView(
        frame: frame("Overview", current: "Overview"),
        ranges: [],
        verdict: VerdictView(.plain, "No app has sent an event yet.", "After the first one, this page says more."),
        open: nil,
        summary: nil,
        checklist: ChecklistView(
            steps: [
                ChecklistStepView(
                    state: BadgeView(.plain, "To do"),
                    title: "First event",
                    text: "Your app sends it with an ingest key.",
                    action: LinkView(label: "Create an API key", href: "/t/acme/keys")
                ),
                ChecklistStepView(
                    state: BadgeView(.success, "Done"),
                    title: "First user",
                    text: "Users sign up in your app.",
                    action: nil
                ),
            ],
            command: "curl https://gatehouse.example/ingest/v1/events"
        ),
        body: nil
    )
}
