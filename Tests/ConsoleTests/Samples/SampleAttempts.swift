import Domain
import Fixtures

@testable import Console
@testable import ConsoleKit
@testable import WebCore

extension Sample {
    static let attempts: [(String, any ConsoleView)] = [
        ("attempts", attemptList(isEmpty: false)), ("attempts-empty", attemptList(isEmpty: true)),
        ("attempt", attempt),
    ]

    static let attemptRow = AttemptSummaryView(
        time: clock.exact(now),
        href: "/t/acme/attempts/4bf92f3577b34da6a3ce929d0e0e4736",
        reached: "Save session",
        detail: "keychain.locked · apple",
        result: Outcome.failed.badge(TestTexts.english),
        missing: "No report from the app",
        user: EventUserView(label: "0193a5c2…4789ab", href: "/t/acme/users/x", isCode: true, claim: nil),
        app: "2.4.0",
        system: "iPhone16,1, 18.2",
        took: "2.9 s"
    )

    private static func attemptList(isEmpty: Bool) -> AttemptListView {
        AttemptListView(
            frame: frame("Attempts", current: "Attempts"),
            action: "/t/acme/attempts",
            query: queryField(isFaulty: isEmpty),
            reason: SelectView(
                "never_arrived",
                "Never arrived",
                options: [
                    OptionView(value: "", label: "All attempts", isSelected: !isEmpty),
                    OptionView(value: "no_network", label: "No network", isSelected: isEmpty),
                ]
            ),
            fields: [
                FieldView("user", "User ID", isRequired: false), FieldView("release", "App version", isRequired: false),
            ],
            hasMoreFilters: isEmpty,
            failure: isEmpty ? "7" : nil,
            errors: isEmpty ? formErrors : nil,
            filters: isEmpty ? Sample.filters : [],
            clear: isEmpty ? "/t/acme/attempts" : nil,
            partialNote: isEmpty ? TestTexts.english("attempts.partial") : nil,
            hasRows: !isEmpty,
            rows: isEmpty ? [] : [attemptRow, attemptRow],
            empty: isEmpty ? EmptyView("No matching attempts", "Remove a filter.") : nil,
            pager: pager
        )
    }

    private static func step(_ title: String, _ party: String, _ outcome: Outcome) -> TimelineRowView {
        TimelineRowView(
            step: TimelineStepView(
                anchor: TimelineStepView.anchor(title.count),
                offset: "+2.7 s",
                stepTime: clock.exact(now),
                party: party,
                stepTitle: title,
                stepHref: "/t/acme/events/1",
                stepDetail: "keychain.locked · client",
                meaning: outcome == .failed ? "The phone was locked, so the keychain could not be used" : nil,
                stepOutcome: outcome.badge(TestTexts.english),
                took: "240 ms",
                usual: outcome == .failed ? "usually 30 ms" : nil,
                isSlow: outcome == .failed,
                join: outcome == .failed ? "Joined by the installation: likely" : nil,
                isBroken: outcome == .failed
            ),
            gap: nil
        )
    }

    private static let lockedExplanation = CauseExplanation(of: "keychain.locked", TestTexts.english).map {
        ExplanationView($0, TestTexts.english)
    }

    private static let lanes = AttemptLanesView(
        wide: LaneChartView(chart: SafeHTML(laneDrawing(.wide).drawing)),
        narrow: LaneChartView(chart: SafeHTML(laneDrawing(.narrow).drawing)),
        drawnNote: "The first 40 of 120 steps are drawn. The table has all.",
        joinNote: "1 of 4 steps was matched without the attempt’s ID: likely: 1."
    )

    private static func laneDrawing(_ room: LaneDrawing.Room) -> LaneDrawing {
        func bar(_ kind: LaneBar.Kind, _ start: Double, _ end: Double?, _ label: String) -> LaneBar {
            LaneBar(
                kind: kind,
                start: start,
                end: end,
                label: label,
                title: label,
                href: "#step-12",
                isJoined: end == nil
            )
        }
        return LaneDrawing(
            room: room,
            lanes: [
                .init(
                    title: "Phone",
                    bars: [
                        bar(.step(.success), 0, 1650, "Apple sign-in sheet, 1.6 s"),
                        bar(.broken(.failed), 44_100, 44_340, "Save session, 240 ms (usually 30 ms)"),
                        bar(.later, 44_600, 44_600, "Sign-out"),
                    ]
                ),
                .init(
                    title: "Gatehouse",
                    bars: [
                        bar(.step(.success), 42_900, 43_700, "Token exchange, 800 ms"),
                        bar(.gap, 43_700, nil, "Session open, never used"),
                    ]
                ), .init(title: "Apple", bars: []),
            ],
            name: "Timeline of 4 steps.",
            emptyLabel: "No step",
            tick: { "+\(Int($0)) ms" },
            breakLabel: { "⋯ \(Int($0)) ms ⋯" }
        )
    }

    private static let attempt = AttemptView(
        frame: frame("The session could not be saved on the device", current: "Attempts"),
        breadcrumb: crumbs("Attempts", "4bf92f35…0e4736"),
        title: "The session could not be saved on the device",
        code: "keychain.locked",
        outcome: Outcome.failed.badge(TestTexts.english),
        previous: "/t/acme/attempts/4bf92f3577b34da6a3ce929d0e0e4736",
        next: "/t/acme/attempts/4bf92f3577b34da6a3ce929d0e0e4736",
        time: clock.full(now),
        summary: "3 steps in 2.9 s",
        clockNote: "The phone’s clock is 90.0 s ahead (±400 ms), and corrected here.",
        verdict: AttemptVerdictView(
            line: VerdictView(.rejected, "Cause: the app", ""),
            hasFacts: true,
            verdictFacts: [
                AttemptFactView(sentence: "The app reported keychain.locked.", stepLink: "#step-2"),
                AttemptFactView(sentence: "The server did what it was asked for.", stepLink: nil),
            ]
        ),
        hasFindings: true,
        findings: [
            AttemptFindingView(
                findingTitle: "The answer was lost on its way",
                findingCode: "inc.server_ok_client_fail",
                findingHref: "/t/acme/events/1"
            )
        ],
        lanes: lanes,
        rows: [
            step("Apple sign-in sheet", "Phone", .success), TimelineRowView(step: nil, gap: "41 s without an event"),
            step("Token exchange", "Gatehouse", .success), step("Save session", "Phone", .failed),
        ],
        cause: AttemptCauseView(
            explanation: lockedExplanation,
            hasUnknownCode: true,
            note: CauseNoteCardView(causeNote, edit: "/t/acme/codes/keychain.locked"),
            failureLink: "/t/acme/failures/8f14e45f-ceea-467f-a8d5-0a5f3a6e2b11",
            treatLink: "/t/acme/error-codes?domain=Acme&code=1#rule"
        ),
        hasError: true,
        chain: chain,
        hasOtherCodes: true,
        otherCodes: [lockedExplanation].compactMap { $0 }.map {
            OtherCodeView(codeName: "keychain.locked", explanation: $0)
        },
        facts: [FactView("User", "Nina Berg", href: "/t/acme/users/x"), FactView("App version", "2.4.0")],
        links: [LinkView(label: "Events of this attempt", href: "/t/acme/events?attempt=x")],
        session: AttemptSessionView(
            sessionFacts: [FactView("State", "Active"), FactView("Created", at: ago(.minutes(3)))],
            leftOver: "This session is still open, and the app never used it.",
            endForm: form("/t/acme/sessions/x/ending")
        ),
        hasEarlier: true,
        earlier: [attemptRow],
        hasLater: true,
        later: [attemptRow]
    )
}
