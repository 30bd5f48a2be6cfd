import Domain
import Fixtures
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import WebCore

extension Sample {
    static let events: [(String, any ConsoleView)] = [
        ("events", eventList(isEmpty: false)), ("events-empty", eventList(isEmpty: true)), ("event", event),
        ("events-live", eventLive),
        ("cause-note", causeNotePage(canEdit: true)), ("cause-note-read", causeNotePage(canEdit: false)),
        ("error-codes", errorCodes(isEmpty: false)), ("error-codes-empty", errorCodes(isEmpty: true)),
    ]

    private static let eventLive = EventLiveView(
        frame: frame("Live events", current: "Events"),
        breadcrumb: crumbs("Events", "Live events"),
        source: "/api/v1/tenants/acme/events/tail",
        event: "/t/acme/events/",
        user: "/t/acme/users/",
        zone: "UTC",
        stages: [OptionView(value: "refresh", label: "Refresh", isSelected: false)],
        sources: [OptionView(value: "client", label: "client", isSelected: false)],
        outcomes: [EventLiveOutcomeView(name: "failed", badge: BadgeView(.failed, "Failed"))],
        losses: TailBatch.Loss.allCases.map { EventLiveLossView($0, TestTexts.english) },
        refreshed: LinkView(label: "List of events, reloaded every 10 seconds", href: "/t/acme/events?refresh=10"),
        list: "/t/acme/events",
        filters: Sample.filters,
        clear: "/t/acme/events/live"
    )

    static let causeNote = CauseNote(
        runbook: RunbookAddress("https://wiki.example.com/sign-in/keychain"),
        text: "Ask the iOS team.\nNever reset the session.",
        updatedAt: now
    )

    private static func causeNotePage(canEdit: Bool) -> CauseNoteView {
        // The catalogue has the code.
        let explanation = CauseExplanation(of: "keychain.locked", TestTexts.english)!
        return CauseNoteView(
            frame: frame("keychain.locked", current: "Events"),
            breadcrumb: crumbs("Events", "keychain.locked"),
            code: "keychain.locked",
            explanation: ExplanationView(explanation, TestTexts.english),
            note: canEdit ? nil : CauseNoteCardView(causeNote, edit: nil),
            edit: canEdit
                ? CauseNoteFormView(
                    form: form("/t/acme/codes/keychain.locked"),
                    errors: formErrors,
                    runbook: FieldView(
                        "runbook",
                        "Runbook",
                        value: "http://wiki",
                        error: "Enter a complete https URL."
                    ),
                    note: AreaView("note", "Note", value: "Ask the iOS team.", rows: 4, hint: "At most 500 characters.")
                ) : nil
        )
    }

    private static func errorCodes(isEmpty: Bool) -> ErrorCodeListView {
        let removal = CauseRuleRemovalView(form("/t/acme/error-codes/1/removal"), version: 1)
        return ErrorCodeListView(
            frame: frame("Error codes", current: "Error codes"),
            finding: "Errors of the last 30 days that Gatehouse does not know, and your rules for them.",
            catalogue: "/help/codes",
            hasErrors: !isEmpty,
            unknown: isEmpty
                ? []
                : [
                    UnknownErrorRowView(
                        title: "MyApp.SignInError 7",
                        below: "Private.Domain 3",
                        steps: "Token exchange, Refresh",
                        number: "1,204",
                        firstSeen: clock.relative(now - .days(3)),
                        lastSeen: clock.relative(now - .minutes(4)),
                        exampleLink: "/t/acme/events/1",
                        treatedAs: "net.timeout",
                        treatLink: "/t/acme/error-codes?domain=MyApp#rule"
                    )
                ],
            partialNote: isEmpty ? nil : TestTexts.english("codes.partial"),
            empty: isEmpty ? EmptyView("No unknown errors", "Every error has a code of the catalogue.") : nil,
            hasRules: !isEmpty,
            rules: isEmpty
                ? []
                : [
                    CauseRuleRowView(
                        place: "1",
                        title: "MyApp.*",
                        detail: "code 7 · Refresh",
                        canonical: "net.timeout",
                        codeLink: "/t/acme/codes/net.timeout",
                        remove: removal
                    )
                ],
            create: isEmpty
                ? nil
                : CauseRuleFormView(
                    form: form("/t/acme/error-codes"),
                    errors: formErrors,
                    domain: FieldView(
                        "domain",
                        "Domain",
                        value: "MyApp.*",
                        hint: "As apps send it.",
                        error: "Required."
                    ),
                    code: FieldView("code", "Code", hint: "Leave it empty for every code.", isRequired: false),
                    stage: select("stage", "Step", ["Every step", "Refresh"]),
                    treatAs: select("treat_as", "Treat as", ["Choose a code", "net.timeout"])
                )
        )
    }

    private static let histogram: EventHistogram = {
        let start = now - .hours(24)
        let columns = (0..<72).map { place in
            let wave = 40 + (place * 37 % 23) + (place > 30 ? 30 - abs(place - 50) : 0)
            var counts: [Outcome: Int] = [.success: wave, .cancelled: wave / 8, .rejected: wave / 11]
            if place > 54 { counts[.failed] = wave / 3 }
            if place % 9 == 0 { counts[.degraded] = 3 }
            if place == 40 { counts = [:] }
            if place == 60 { counts[.inconsistent] = 2 }
            return EventHistogram.Column(start: start + .minutes(Int64(place) * 20), counts: counts)
        }
        return EventHistogram(span: .minutes(20), columns: columns, isComplete: true)
    }()

    static func queryField(isFaulty: Bool) -> QueryFieldView {
        guard isFaulty else { return QueryFieldView(typedQuery: "code:keychain.*", completions: completions) }
        return QueryFieldView(
            typedQuery: sampleQuery,
            completions: completions,
            queryProblem: "Unknown field “relese”. Did you mean release? (column 1)",
            fault: sampleFault
        )
    }

    private static func eventList(isEmpty: Bool) -> EventListView {
        let names = [
            ("1 h", "the last hour"), ("6 h", "6 hours"), ("24 h", "24 hours"), ("7 d", "7 days"), ("30 d", "30 days"),
        ]
        return EventListView(
            frame: frame("Events", current: "Events").refreshed(after: 10),
            finding: isEmpty ? "No events" : "342 of 5,208 events failed",
            period: "in the last 24 hours",
            action: "/t/acme/events",
            actions: [LinkView(label: "Live", href: "/t/acme/events/live")],
            hasActions: true,
            ranges: names.map { RangeView(label: $0.0, name: $0.1, href: "?range=\($0.0)", isCurrent: $0.0 == "24 h") },
            range: "24h",
            from: FieldView("from", "From", kind: .localTime, isRequired: false),
            to: FieldView("to", "To", kind: .localTime, isRequired: false),
            query: queryField(isFaulty: isEmpty),
            shown: isEmpty ? "" : "outcome:failed",
            stage: select("stage", "Step", ["Any step"] + Stage.allCases.map { $0.label(TestTexts.english) }),
            outcome: select("outcome", "Outcome", ["Any outcome", "Success", "Failed"]),
            source: select("source", "Source", ["Client and server", "Client", "Server"]),
            fields: [
                FieldView("code", "Code", isRequired: false, isVerbatim: true),
                FieldView("app_version", "App version", isRequired: false),
            ],
            hasMoreFilters: false,
            errors: isEmpty ? formErrors : nil,
            filters: isEmpty ? Sample.filters : [],
            partialNote: isEmpty ? TestTexts.english("events.partial") : nil,
            clear: isEmpty ? "/t/acme/events" : nil,
            histogram: isEmpty
                ? nil
                : HistogramView(
                    HistogramChart(histogram: histogram, marks: .none, clock: clock) { "?from=\($0.start.rfc3339)" }
                ),
            stackedBy: isEmpty ? nil : "app_version",
            comparedWith: isEmpty ? nil : "query",
            comparedQuery: isEmpty ? nil : "release:2.3.0",
            stackForm: isEmpty
                ? nil
                : StackFormView(
                    kept: [HiddenFieldView(name: "range", value: "7d")],
                    facet: select("by", "Stack chart by", ["Outcome", "App version"])
                ),
            values: isEmpty
                ? nil
                : FacetValuesView(
                    valuesTitle: "Most frequent values: App version",
                    facetValues: [
                        FacetValueView(value: "2.4.0", addLink: "/t/acme/events?q=release:2.4.0", total: "1,204"),
                        FacetValueView(value: "2.3.1", addLink: nil, total: "204"),
                    ],
                    partialValues: TestTexts.english("events.values-partial")
                ),
            comparison: isEmpty ? nil : comparison,
            hasRows: !isEmpty,
            days: isEmpty ? [] : [EventDayView(name: "Today", rows: eventRows)],
            empty: isEmpty
                ? EmptyView(
                    "No events yet",
                    "Apps send events about sign-in with the ingest key.",
                    command: """
                        curl http://127.0.0.1:8080/ingest/v1/events \\
                          -H "Authorization: Bearer $INGEST_KEY" -H "Content-Type: application/json" \\
                          -d '{"events":[{"id":"0193a5c2-7d4e-7abc-8def-0123456789ab","stage":"token-exchange","outcome":"failed"}]}'
                        """
                ) : nil,
            pager: pager
        )
    }

    private static let completions = "/api/v1/tenants/acme/events/completions"

    private static var comparison: ComparisonView {
        ComparisonView(
            comparisonTitle: "What differs from the other events",
            sizes: "Selected: 342 · Other events: 4,866",
            choices: [
                ComparisonChoiceView(label: "Other events", href: "/t/acme/events?compare=others", isCurrent: true),
                ComparisonChoiceView(label: "No comparison", href: "/t/acme/events", isCurrent: false),
            ],
            otherQuery: OtherQueryView(
                kept: [HiddenFieldView(name: "compare", value: "query")],
                against: FieldView("against", "Other query", value: "release:2.3.0", isRequired: false)
            ),
            comparisonProblem: nil,
            partialComparison: TestTexts.english("events.compare-partial"),
            hasDifferences: true,
            baselineName: "Other events",
            differences: [
                DifferenceView(
                    value: "2.4.0",
                    field: "App version",
                    addLink: "/t/acme/events?q=release:2.4.0",
                    onlySide: "Only selected",
                    selectedShare: "98.2%",
                    selectedPart: "336 of 342",
                    baselineShare: "0.0%",
                    baselinePart: "0 of 4,866"
                )
            ],
            moreDifferences: TestTexts.english("events.compare-more", ["maximum": .number(20)]),
            noDifferences: nil
        )
    }

    private static let sampleQuery = "relese:2.3 outcome:failed"
    private static var sampleFault: QueryFaultView? {
        do {
            _ = try QueryParser.parse(sampleQuery)
            return nil
        } catch {
            return QueryFaultView(sampleQuery, error.fault)
        }
    }

    private static let eventRows: [EventRowView] = [
        eventRow(
            .failed,
            "keychain.locked",
            .sessionStore,
            "The operation couldn’t be completed. (NSOSStatusErrorDomain error -25308.)",
            .minutes(1)
        ),
        eventRow(.success, "Token exchange", .tokenExchange, "", .minutes(2)),
        eventRow(.cancelled, "apple.sheet.cancelled", .appleSheet, "The user closed the sheet", .minutes(4)),
        eventRow(.rejected, "password.wrong", .passwordEntry, "Invalid email or password", .hours(2)),
        eventRow(
            .degraded,
            "profile.sync_failed",
            .profileSync,
            "CloudKit answered that the zone is busy and that this request may be tried again after a while, which is a long text to be cut after two lines",
            .hours(3)
        ),
        eventRow(.inconsistent, "session.unknown_to_server", .sessionRestore, "", .hours(5)),
    ]

    private static func eventRow(
        _ outcome: Outcome,
        _ title: String,
        _ stage: Stage,
        _ message: String,
        _ age: Duration
    ) -> EventRowView {
        EventRowView(
            time: clock.timeOfDay(now - age),
            href: "/t/acme/events/1",
            step: stage.label(TestTexts.english),
            cause: title,
            source: "client",
            meaning: "The phone was locked, so the keychain could not be used",
            outcome: outcome.badge(TestTexts.english),
            attemptLink: "/t/acme/attempts/4bf92f3577b34da6a3ce929d0e0e4736",
            message: message,
            user: EventUserView(
                label: "0193a5c2…4789ab",
                href: "/t/acme/users/x",
                isCode: true,
                claim: EventClaimView(word: "claimed", reason: "Only the app says so.")
            ),
            app: "2.4.0 · iPhone16,1 · iOS 18.2"
        )
    }

    static let chain = CauseView.chain(
        EventError(
            domain: "NSOSStatusErrorDomain",
            code: "-25308",
            message: "User interaction is not allowed.",
            chain: [.init(domain: "com.apple.security", code: "errSecInteractionNotAllowed")]
        )
    )

    private static let event = EventView(
        frame: frame("keychain.locked", current: "Events"),
        breadcrumb: crumbs("Events", "0193a5c2…4789ab"),
        title: "The session could not be saved on the device",
        code: "keychain.locked",
        outcome: Outcome.failed.badge(TestTexts.english),
        summary: "reported by the app",
        time: clock.full(now),
        message: "The operation couldn’t be completed. (NSOSStatusErrorDomain error -25308.)",
        explanation: CauseExplanation(of: "keychain.locked", TestTexts.english).map {
            ExplanationView($0, TestTexts.english)
        },
        note: CauseNoteCardView(causeNote, edit: "/t/acme/codes/keychain.locked"),
        hasUnknownCode: true,
        facts: [
            FactView("User ID", "0193a5c2-7d4e-7abc-8def-0123456789ab", href: "/t/acme/users/x", isCode: true),
            FactView("Attempt", "4bf92f3577b34da6a3ce929d0e0e4736", href: "/t/acme/events?attempt=x", isCode: true),
            FactView("Received", at: ago(.minutes(1))), FactView("Device clock", "0.4 s ahead, corrected"),
        ],
        environment: [
            FactView("App version", "2.4.0 (812)"), FactView("Device", "iPhone 15"), FactView("OS version", "18.2"),
            FactView("Network", "Wi-Fi"),
        ],
        links: [
            LinkView(label: "All keychain.locked events", href: "?code=x"),
            LinkView(label: "Failures in 2.4.0", href: "?app_version=2.4.0"),
        ],
        hasError: true,
        chain: chain,
        hasBreadcrumbs: true,
        breadcrumbs: [
            EventBreadcrumbView(
                time: clock.timeOfDay(now - .seconds(8)),
                category: "http",
                level: "warning",
                message: "The session was refreshed",
                data: [AttributeView(name: "url", value: "https://api.example.com/auth/v1/token")]
            )
        ],
        hasAttributes: true,
        attributes: [
            AttributeView(name: "app.state", value: "background"), AttributeView(name: "retry.count", value: "3"),
            AttributeView(name: "hostile", value: VisibleText.escaped("<script>alert(1)</script>\u{202E}evil\u{0000}")),
        ],
        attemptHref: "/t/acme/events?attempt=x",
        hasAttempt: true,
        attempt: eventRows.enumerated().map {
            AttemptRowView(
                time: $1.time,
                href: $1.href,
                title: $1.step,
                detail: $1.cause ?? "",
                outcome: $1.outcome,
                message: $1.message ?? "",
                isCurrent: $0 == 2
            )
        }
    )
}
