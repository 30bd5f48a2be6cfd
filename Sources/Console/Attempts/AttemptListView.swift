import ConsoleKit
import Domain
import UseCases

/// The attempts of a tenant.
struct AttemptListView: FramedView {
    static let template = "attempts"

    var frame: FrameView
    let action: String
    let query: QueryFieldView
    let reason: SelectView
    /// The further filters.
    let fields: [FieldView]
    let hasMoreFilters: Bool
    /// The failure in force, so that a search keeps it.
    let failure: String?
    let errors: FormErrorsView?
    let filters: [ActiveFilterView]
    let clear: String?
    let partialNote: String?
    let hasRows: Bool
    let rows: [AttemptSummaryView]
    let empty: EmptyView?
    let pager: PagerView
}

extension AttemptListView {
    init(_ list: AttemptList, _ page: TenantPage) {
        let (search, texts, paths) = (list.search, page.texts, page.paths)
        let address = search.address(paths)
        let problems = FormProblems(search.problems, labels: AttemptSearch.labels(texts), texts)
        let items = list.page?.items ?? []
        self.init(
            frame: page.frame(texts("attempts.title"), at: paths.attempts),
            action: paths.attempts,
            query: QueryFieldView(
                search.typed[AttemptSearch.queryName] ?? "",
                search.problems,
                problems,
                of: page.tenant
            ),
            reason: Self.reason(search, problems[AttemptSearch.reason], texts),
            fields: AttemptSearch.fields.map { name, label in
                FieldView(
                    name,
                    texts(label),
                    value: search.typed[name] ?? "",
                    error: problems[name],
                    autocomplete: "off",
                    maximumLength: AttemptFilter.textMaximumLength,
                    isRequired: false,
                    isVerbatim: true
                )
            },
            hasMoreFilters: search.hasMore,
            failure: search.filter.failure?.description,
            errors: problems.summary,
            filters: search.labels(texts).map { name, text in
                ActiveFilterView(label: text, removeHref: address.without(name).href)
            },
            clear: search.values.isEmpty ? nil : paths.attempts,
            partialNote: list.page?.isPartial == true ? texts("attempts.partial") : nil,
            hasRows: !items.isEmpty,
            rows: items.map { AttemptSummaryView($0, users: list.users, page) },
            empty: items.isEmpty ? Self.empty(list, page) : nil,
            pager: PagerView(
                list.page ?? Page(items: [], next: nil),
                at: address,
                order: "common.order.newest-first",
                texts
            )
        )
    }

    private static func reason(_ search: AttemptSearch, _ error: String?, _ texts: Texts) -> SelectView {
        let chosen = search.filter.reason
        return SelectView(
            AttemptSearch.reason,
            texts("attempts.never-arrived"),
            options: [OptionView(value: "", label: texts("attempts.all"), isSelected: chosen == nil)]
                + AttemptFilter.reasons.map { word in
                    OptionView(
                        value: word,
                        label: AttemptSearch.shown(word, of: AttemptSearch.reason, texts),
                        isSelected: word == chosen
                    )
                },
            error: error
        )
    }

    private static func empty(_ list: AttemptList, _ page: TenantPage) -> EmptyView {
        let texts = page.texts
        guard list.search.problems.isEmpty else { return .noSearch(texts) }
        // The search is not over where a page without attempts has a next one.
        if list.page?.next != nil { return EmptyView(texts("attempts.none-here"), texts("attempts.none-here-text")) }
        guard list.search.values.isEmpty else {
            return EmptyView(
                texts("attempts.none-matching"),
                texts("attempts.none-matching-text"),
                link: LinkView(label: texts("attempts.show-all"), href: page.paths.attempts)
            )
        }
        return EmptyView(texts("attempts.none"), texts("attempts.none-text"))
    }
}

/// A search for attempts and what it found.
struct AttemptList: Sendable {
    let search: AttemptSearch
    /// Nil when the search cannot be read.
    let page: Page<AttemptSummary>?
    /// The users of the attempts, as far as the viewer may see them.
    let users: [User.ID: User]
}

/// Why an attempt broke, and what to do about it.
struct AttemptCauseView: Sendable {
    let explanation: ExplanationView?
    /// It has a code that this version does not know.
    let hasUnknownCode: Bool
    /// What the tenant adds to it.
    let note: CauseNoteCardView?
    /// The failure that the first broken step belongs to.
    let failureLink: String?
    /// Leads to the form of a rule for an error that the catalogue does not have.
    let treatLink: String?
}

extension AttemptCauseView {
    /// - Returns: nil for an attempt that nothing broke.
    init?(_ data: AttemptData, _ page: TenantPage) {
        let (timeline, paths) = (data.details.timeline, page.paths)
        let failure = data.details.failure.map(paths.failure)
        guard timeline.ending.code != nil || failure != nil else { return nil }
        let explanation = timeline.ending.code.flatMap { CauseExplanation(of: $0, page.texts) }
        let error = timeline.decidingEvent?.content.error
        let deepest = error.map { $0.chain.last ?? EventError.Cause(domain: $0.domain, code: $0.code) }
        self.init(
            explanation: explanation.map { ExplanationView($0, page.texts) },
            hasUnknownCode: timeline.ending.code != nil && explanation == nil,
            note: explanation.flatMap { CauseNoteCardView(data.note, on: $0.entry, page) },
            failureLink: failure,
            treatLink: timeline.ending.code.flatMap { code in
                page.ruleForm(for: deepest.map { FailureKey.Pair(domain: $0.domain, code: $0.code) }, with: code)
            }
        )
    }
}

/// A contradiction between the parties of an attempt.
struct AttemptFindingView: Sendable {
    let findingTitle: String
    let findingCode: String
    let findingHref: String
}

extension AttemptFindingView {
    init(_ finding: AttemptFinding, _ page: TenantPage) {
        self.init(
            findingTitle: CauseExplanation(of: finding.code, page.texts)?.title ?? finding.code,
            findingCode: finding.code,
            findingHref: page.paths.event(finding.event.reference)
        )
    }
}
