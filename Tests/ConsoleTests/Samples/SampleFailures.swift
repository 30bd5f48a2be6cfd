import Domain
import Fixtures
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

extension Sample {
    static let failures: [(String, any ConsoleView)] = [
        ("failures", failureList(isEmpty: false)), ("failures-empty", failureList(isEmpty: true)),
        ("failure", failurePage(canTriage: true)), ("failure-read", failurePage(canTriage: false)),
        ("still-out", stillOut(isEmpty: false)), ("still-out-empty", stillOut(isEmpty: true)),
    ]

    private static let resolve = FailureButtonView(value: "resolve", label: "Resolve", isPrimary: true)
    private static let archive = FailureButtonView(value: "archive", label: "Archive", isPrimary: false)
    private static let sparkline = Sparkline(columns: (0..<28).map { $0 * 7 % 11 }, name: "140 events").drawing

    private static let periods = [
        RangeView(label: "24 h", name: "the last 24 hours", href: "?period=24h", isCurrent: false),
        RangeView(label: "7 d", name: "the last 7 days", href: "?", isCurrent: true),
    ]

    private static func failureList(isEmpty: Bool) -> FailureListView {
        FailureListView(
            frame: frame("Failures", current: "Failures"),
            tabs: [
                NavigationLinkView(label: "Needs attention 1", href: "?", isCurrent: true),
                NavigationLinkView(label: "Resolved 3", href: "?tab=resolved", isCurrent: false),
            ],
            hasTabs: true,
            ranges: periods,
            action: "/t/acme/failures",
            kept: [HiddenFieldView(name: "tab", value: "attention")],
            query: queryField(isFaulty: isEmpty),
            sort: select("sort", "Order", ["Most people", "Most events"]),
            fields: [
                FieldView("code", "Code", isRequired: false, isVerbatim: true),
                FieldView("release", "App version", isRequired: false, isVerbatim: true),
            ],
            hasMoreFilters: isEmpty,
            errors: isEmpty ? formErrors : nil,
            filters: isEmpty ? Sample.filters : [],
            clear: isEmpty ? "/t/acme/failures" : nil,
            partialNote: isEmpty ? TestTexts.english("failures.partial") : nil,
            notice: isEmpty ? nil : NoticeView(.plain, "Only the failures with most events are listed."),
            bulk: isEmpty ? nil : form("/t/acme/failures/changes"),
            canTriage: !isEmpty,
            buttons: [resolve, archive],
            hasRows: !isEmpty,
            rows: isEmpty ? [] : [failureRow(owner: "Ada Lovelace"), failureRow(owner: nil)],
            empty: isEmpty ? EmptyView("No failures", "Errors with the same cause are one failure.") : nil,
            pager: PagerView(summary: isEmpty ? "" : "2 shown", newer: nil, older: nil)
        )
    }

    private static func failureRow(owner: String?) -> FailureRowView {
        FailureRowView(
            choice: "8f14e45f-ceea-467f-a8d5-0a5f3a6e2b11.2",
            chooseLabel: "Choose “The phone was locked”",
            href: "/t/acme/failures/8f14e45f-ceea-467f-a8d5-0a5f3a6e2b11",
            title: "The phone was locked, so the keychain could not be used",
            detail: "keychain.locked · Save session",
            state: BadgeView(.failed, owner == nil ? "Open" : "Regressed"),
            ownerName: owner,
            chart: sparkline,
            users: "342",
            out: "45",
            events: "1,204",
            seenFirst: clock.relative(now - .days(3)),
            seenLast: owner == nil ? nil : clock.relative(now - .minutes(1))
        )
    }

    private static func stillOut(isEmpty: Bool) -> StillOutView {
        StillOutView(
            frame: frame("Still out", current: "Failures"),
            breadcrumb: crumbs("Failures", "Still out"),
            title: "Still out",
            code: "keychain.locked",
            step: "Save session",
            ranges: periods,
            summary: "Of 342 people affected in the last 7 days, 45 had no success since.",
            hasRows: !isEmpty,
            rows: isEmpty ? [] : [userOut("Ada Lovelace", kind: nil), userOut("0190a0a0", kind: "Installation")],
            empty: isEmpty ? EmptyView("No one is still out", "Everyone had a success since.") : nil,
            pager: PagerView(summary: isEmpty ? "" : "2 shown", newer: nil, older: "?cursor=x")
        )
    }

    private static func userOut(_ name: String, kind: String?) -> UserStillOutView {
        UserStillOutView(
            user: EventUserView(
                label: name,
                href: "/t/acme/users/8f14e45f-ceea-467f-a8d5-0a5f3a6e2b11",
                isCode: kind != nil,
                claim: kind == nil ? EventClaimView(word: "claimed", reason: "Only the client says so.") : nil
            ),
            kind: kind,
            time: clock.relative(now - .minutes(3)),
            href: "/t/acme/events/1",
            app: "2.4.1 · iPhone16,1 · iOS 18.2",
            message: kind == nil ? nil : "The keychain was locked.",
            attemptLink: kind == nil ? "/t/acme/attempts/1" : nil
        )
    }

    private static var failureChart: HistogramChart {
        HistogramChart(
            title: "Over time",
            step: "per 6 hours",
            series: [HistogramChart.Series(tone: "failed", label: "Events") { "\($0) events" }],
            columns: (0..<28).map { place in
                HistogramChart.Column(
                    start: now - .hours(Int64(6 * (27 - place))),
                    counts: [place * 7 % 11],
                    href: "/t/acme/events?from=\(place)"
                )
            },
            span: .hours(6),
            clock: clock,
            marks: chartMarks,
            name: "140 events in the period"
        )
    }

    private static func failurePage(canTriage: Bool) -> FailureView {
        let path = "/t/acme/failures/8f14e45f-ceea-467f-a8d5-0a5f3a6e2b11"
        return FailureView(
            frame: frame("keychain.locked", current: "Failures"),
            breadcrumb: crumbs("Failures", "keychain.locked"),
            title: "The phone was locked, so the keychain could not be used",
            code: "keychain.locked",
            step: "Save session",
            state: BadgeView(.failed, "Regressed"),
            verdict: VerdictView(.failed, "342 people affected in the last 7 days, 45 still out.", "First seen today."),
            figures: [
                FigureView(
                    label: "People affected",
                    value: "342",
                    note: "in the last 7 days",
                    href: "/t/acme/attempts?failure=x"
                ),
                FigureView(label: "Still out", value: "45", note: "without a success since", href: "/t/acme/attempts"),
                FigureView(label: "Events", value: "1,204", note: "in the last 7 days", href: "/t/acme/events"),
                FigureView(label: "Last seen", value: "2 min ago", note: "first seen today", href: "/t/acme/events/1"),
            ],
            notice: canTriage ? NoticeView(.failed, "The failure has changed.") : nil,
            ranges: periods,
            histogram: HistogramView(failureChart),
            explanation: canTriage
                ? CauseExplanation(of: "keychain.locked", TestTexts.english).map {
                    ExplanationView($0, TestTexts.english)
                } : nil,
            hasUnknownCode: !canTriage,
            note: canTriage ? CauseNoteCardView(causeNote, edit: nil) : nil,
            treatLink: canTriage ? "/t/acme/error-codes?domain=Acme&code=1#rule" : nil,
            hasError: canTriage,
            chain: canTriage ? chain : [],
            facts: [FactView("State", "Came back in 2.4.1"), FactView("Last seen", at: clock.relative(now))],
            allEvents: "/t/acme/events?code=keychain.locked",
            hasReleases: true,
            releases: [
                FailureReleaseView(name: "2.4.1", events: "1,200", href: "/t/acme/events?app_version=2.4.1"),
                FailureReleaseView(name: "Unknown", events: "4", href: nil),
            ],
            releasesNote: TestTexts.english("failures.releases-partial"),
            hasRows: canTriage,
            days: canTriage ? [EventDayView(name: "Today", rows: [failureEvent])] : [],
            allAttempts: "/t/acme/attempts?failure=x",
            hasAttempts: canTriage,
            attempts: canTriage ? [attemptRow] : [],
            triage: canTriage ? triageForm(path) : nil,
            commentForm: canTriage
                ? FailureCommentFormView(
                    form: form("\(path)/comments"),
                    text: AreaView("text", "Comment", value: "Fixed", rows: 3, hint: "At most 1,000 characters.")
                ) : nil,
            hasComments: true,
            comments: [FailureNoteView(time: clock.relative(now), author: "Ada", text: "Ask the iOS team.\nSoon.")],
            hasHistory: true,
            history: [FailureNoteView(time: clock.relative(now), author: "Gatehouse", text: "Came back in 2.4.1")]
        )
    }

    private static let failureEvent = EventRowView(
        time: clock.timeOfDay(now),
        href: "/t/acme/events/1",
        step: "Save session",
        cause: "keychain.locked",
        source: "client",
        meaning: nil,
        outcome: BadgeView(.failed, "Failed"),
        attemptLink: nil,
        message: "The keychain was locked.",
        user: nil,
        app: "2.4.1 · iPhone16,1 · iOS 18.2"
    )

    private static func triageForm(_ path: String) -> FailureTriageView {
        FailureTriageView(
            form: form("\(path)/changes"),
            version: "2",
            errors: formErrors,
            groups: [
                FailureActionGroupView(
                    groupTitle: "Resolve",
                    buttons: [resolve, archive],
                    entry: FailureEntryView(
                        field: FieldView("release", "Fixed in version", error: "Enter a version.", isRequired: false),
                        send: archive
                    )
                ), FailureActionGroupView(groupTitle: "Other decisions", buttons: [archive], entry: nil),
            ],
            owner: select("assignee", "Assigned to", ["No one", "Ada"]),
            ownerButton: archive
        )
    }
}
