import ConsoleKit
import Domain
import UseCases

/// One failure: whom it affects, why, and what to do.
struct FailureView: FramedView {
    static let template = "failure"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let code: String
    let step: String
    let state: BadgeView
    let verdict: VerdictView
    let figures: [FigureView]
    let notice: NoticeView?
    let ranges: [RangeView]
    let histogram: HistogramView
    let explanation: ExplanationView?
    let hasUnknownCode: Bool
    /// What the tenant adds to it.
    let note: CauseNoteCardView?
    /// Leads to the form of a rule for an error that the catalogue does not have.
    let treatLink: String?
    let hasError: Bool
    /// The errors of the latest event that has them.
    let chain: [CauseView]
    let facts: [FactView]
    let allEvents: String
    let hasReleases: Bool
    let releases: [FailureReleaseView]
    let releasesNote: String?
    let hasRows: Bool
    let days: [EventDayView]
    let allAttempts: String
    let hasAttempts: Bool
    let attempts: [AttemptSummaryView]
    let triage: FailureTriageView?
    let commentForm: FailureCommentFormView?
    let hasComments: Bool
    let comments: [FailureNoteView]
    let hasHistory: Bool
    let history: [FailureNoteView]

    /// The labels of its fields.
    static func labels(_ texts: Texts) -> [String: String] {
        [
            "release": texts("failures.fixed-in"), "count": texts("failures.wait-for"),
            "assignee": texts("failures.owner"), "text": texts("failures.comment"),
        ]
    }
}

extension FailureView {
    init(_ details: FailureDetails, _ page: TenantPage) {
        let (failure, texts) = (details.detail.summary, page.texts)
        let explanation = CauseExplanation(of: failure.key.code, texts)
        let address = PageAddress(page.paths.failure(failure.id), ["period": details.period.rawValue])
        let words = FailureTexts(details: details, page: page)
        let error = details.detail.examples.lazy.compactMap(\.content.error).first { !$0.isOnlyMessage }
        self.init(
            frame: page.frame(failure.key.title(texts), at: page.paths.failures),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("failures.title"), href: page.paths.failures)],
                current: VisibleText.escaped(failure.key.code)
            ),
            title: failure.key.title(texts),
            code: VisibleText.escaped(failure.key.code),
            step: failure.key.stage.label(texts),
            state: failure.triage.state.badge(texts),
            verdict: words.verdict,
            figures: words.figures,
            notice: details.problems.hasFields ? nil : details.problems.notice,
            ranges: FailurePeriod.allCases.map { RangeView($0, current: details.period, at: address, texts) },
            histogram: HistogramView(words.chart),
            explanation: explanation.map { ExplanationView($0, texts) },
            hasUnknownCode: explanation == nil,
            note: explanation.flatMap { CauseNoteCardView(details.note, on: $0.entry, page) },
            treatLink: page.ruleForm(for: failure.key.cause ?? failure.key.root, with: failure.key.code),
            hasError: error != nil,
            chain: error.map(CauseView.chain) ?? [],
            facts: Self.facts(failure, details.users, page),
            allEvents: words.events.href,
            hasReleases: !details.detail.releases.isEmpty,
            releases: details.detail.releases.map { release in
                FailureReleaseView(
                    name: release.name.map { VisibleText.escaped($0) } ?? texts("failures.no-release"),
                    events: NumberText.grouped(release.count, in: texts.language),
                    href: release.name.map { words.events.with("app_version", $0).href }
                )
            },
            releasesNote: details.detail.hasAllReleases ? nil : texts("failures.releases-partial"),
            hasRows: !details.detail.examples.isEmpty,
            days: EventDayView.days(of: details.detail.examples, users: details.users, page),
            allAttempts: words.attempts,
            hasAttempts: !details.attempts.isEmpty,
            attempts: details.attempts.map { AttemptSummaryView($0, users: details.users, page) },
            triage: FailureTriageView(details, page),
            commentForm: FailureCommentFormView(details, page),
            hasComments: !details.comments.isEmpty,
            comments: details.comments.map { comment in
                FailureNoteView(
                    time: page.clock.relative(comment.at),
                    author: comment.author.name(details.users, texts),
                    text: VisibleText.escapedLines(comment.text)
                )
            },
            hasHistory: !details.history.isEmpty,
            history: details.history.map { change in
                FailureNoteView(
                    time: page.clock.relative(change.at),
                    author: change.actor.name(details.users, texts),
                    text: change.sentence(details.users, texts)
                )
            }
        )
    }

    private static func facts(_ failure: FailureSummary, _ users: [User.ID: User], _ page: TenantPage) -> [FactView] {
        let texts = page.texts
        func pair(_ pair: FailureKey.Pair) -> String { VisibleText.escaped("\(pair.domain) \(pair.code)") }
        let facts: [FactView?] = [
            FactView(texts("failures.state"), failure.triage.state.sentence(texts)),
            FactView(
                texts("failures.owner"),
                failure.triage.assignee.map { Principal.Kind.user($0).name(users, texts) } ?? texts("failures.no-owner")
            ),
            FactView(texts("failures.first-seen"), at: page.clock.relative(failure.firstSeen)),
            failure.lastSeen.map { FactView(texts("failures.last-seen"), at: page.clock.relative($0)) },
            failure.key.root.map { FactView(texts("failures.error"), pair($0), isCode: true) },
            failure.key.cause.map { FactView(texts("failures.cause"), pair($0), isCode: true) },
            failure.key.serverCode.map {
                FactView(texts("failures.server-code"), VisibleText.escaped($0), isCode: true)
            },
        ]
        return facts.compactMap(\.self)
    }
}

extension TriageChange {
    fileprivate func sentence(_ users: [User.ID: User], _ texts: Texts) -> String {
        guard stateBefore == stateAfter else {
            return stateAfter == .open ? texts("failures.became.reopened") : stateAfter.sentence(texts)
        }
        guard let assignee = assigneeAfter else { return texts("failures.became.unassigned") }
        return texts("failures.became.assigned", ["name": .text(Principal.Kind.user(assignee).name(users, texts))])
    }
}

/// A failure with all that its page shows.
struct FailureDetails: Sendable {
    let detail: FailureDetail
    let period: FailurePeriod
    /// What changed in the time of the chart; nil when that cannot be read.
    let changes: Page<NotableChange>?
    let history: [TriageChange]
    let comments: [FailureComment]
    /// The latest attempts with it.
    let attempts: [AttemptSummary]
    /// What the tenant adds to its code.
    let note: CauseNote?
    /// The users whose names the viewer may see.
    let users: [User.ID: User]
    /// Those whom it can be assigned to.
    let members: [User]
    /// Why the last form was not carried out.
    var problems = FormProblems.none
    /// What was typed, by the names of the fields.
    var typed: [String: String] = [:]
}

struct FailureCommentFormView: Sendable {
    let form: FormView
    let text: AreaView
}

extension FailureCommentFormView {
    /// - Returns: nil for users who may not comment.
    init?(_ details: FailureDetails, _ page: TenantPage) {
        guard page.access.allows(.triageFailures) else { return nil }
        let (texts, problems) = (page.texts, details.problems)
        self.init(
            form: page.form(page.paths.failureComments(details.detail.summary.id)),
            text: AreaView(
                "text",
                texts("failures.comment"),
                value: details.typed["text"] ?? "",
                rows: 3,
                hint: texts("failures.comment-hint", ["maximum": .number(FailureComment.textMaximumLength)]),
                error: problems["text"]
            )
        )
    }
}

/// A comment, or a line of the history.
struct FailureNoteView: Sendable {
    let time: TimeView
    let author: String
    let text: String
}

struct FailureReleaseView: Sendable {
    let name: String
    let events: String
    let href: String?
}
