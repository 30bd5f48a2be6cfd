import ConsoleKit
import Domain
import UseCases

/// What breaks, and for how many users.
struct FailureListView: FramedView {
    static let template = "failures"

    var frame: FrameView
    let tabs: [NavigationLinkView]
    /// Whether their numbers are known.
    let hasTabs: Bool
    let ranges: [RangeView]
    let action: String
    /// The tab and the period in force, so that filtering keeps them.
    let kept: [HiddenFieldView]
    let query: QueryFieldView
    let sort: SelectView
    /// The further filters.
    let fields: [FieldView]
    let hasMoreFilters: Bool
    let errors: FormErrorsView?
    let filters: [ActiveFilterView]
    let clear: String?
    let partialNote: String?
    let notice: NoticeView?
    /// Nil for viewers who may not triage.
    let bulk: FormView?
    let canTriage: Bool
    let buttons: [FailureButtonView]
    let hasRows: Bool
    let rows: [FailureRowView]
    let empty: EmptyView?
    let pager: PagerView
}

extension FailureListView {
    init(_ data: FailureListData, _ page: TenantPage) {
        let (search, listing, texts) = (data.search, data.listing, page.texts)
        let address = search.address(page.paths)
        let problems = FormProblems(search.problems, labels: FailureSearch.labels(texts), texts)
        let filters = search.filters(texts)
        let items = listing.page.items
        let canTriage = page.access.allows(.triageFailures)
        let frame = page.frame(texts("failures.title"), at: page.paths.failures)
        self.init(
            frame: data.notice.map(frame.saying) ?? frame,
            tabs: FailureSearch.Tab.allCases.map { tab in
                NavigationLinkView(
                    label: tab.label(listing, texts),
                    href: address.with("tab", tab == .attention ? nil : tab.rawValue).href,
                    isCurrent: tab == search.tab
                )
            },
            hasTabs: search.problems.isEmpty,
            ranges: FailurePeriod.allCases.map { RangeView($0, current: search.period, at: address, texts) },
            action: page.paths.failures,
            kept: [
                HiddenFieldView(name: "tab", value: search.tab.rawValue),
                HiddenFieldView(name: "period", value: search.period.rawValue),
            ],
            query: QueryFieldView(
                search.typed[FailureSearch.queryName] ?? "",
                search.problems,
                problems,
                of: page.tenant
            ),
            sort: SelectView(
                "sort",
                texts("failures.sort"),
                options: FailureQuery.Sort.allCases.map {
                    OptionView(
                        value: $0.rawValue,
                        label: texts(TextKey("failures.sort.\($0.rawValue.replacing("_", with: "-"))")),
                        isSelected: $0 == search.query.order
                    )
                }
            ),
            fields: FailureSearch.fields.map { name, label, maximum in
                FieldView(
                    name,
                    texts(label),
                    value: search.typed[name] ?? "",
                    error: problems[name],
                    maximumLength: maximum,
                    isRequired: false,
                    isVerbatim: true
                )
            },
            hasMoreFilters: search.hasMore,
            errors: problems.summary,
            filters: filters.map { name, text in
                ActiveFilterView(label: text, removeHref: address.without(name).href)
            },
            clear: filters.isEmpty ? nil : filters.reduce(address) { $0.without($1.name) }.href,
            partialNote: listing.page.isPartial ? texts("failures.partial") : nil,
            notice: listing.isComplete ? nil : NoticeView(.plain, texts("failures.incomplete")),
            bulk: canTriage && !items.isEmpty ? page.form(page.paths.failureChanges) : nil,
            canTriage: canTriage,
            buttons: [
                FailureButtonView(.resolve, texts), FailureButtonView(.resolveInNextRelease, texts),
                FailureButtonView(.archive, texts), FailureButtonView(.archiveUntilEscalating, texts),
                FailureButtonView(.expect, texts), FailureButtonView(.reopen, texts),
            ],
            hasRows: !items.isEmpty,
            rows: items.map { FailureRowView($0, users: data.users, page) },
            empty: items.isEmpty ? Self.empty(search, texts) : nil,
            pager: PagerView(
                listing.page,
                at: address,
                order: TextKey("failures.order.\(search.query.order.rawValue.replacing("_", with: "-"))"),
                texts
            )
        )
    }

    private static func empty(_ search: FailureSearch, _ texts: Texts) -> EmptyView {
        guard search.problems.isEmpty else { return .noSearch(texts) }
        guard search.filters(texts).isEmpty else {
            return EmptyView(texts("failures.none-matching"), texts("failures.none-matching-text"))
        }
        return EmptyView(texts("failures.empty-title"), texts("failures.empty-text"))
    }
}

/// The list of failures, and what was asked for.
struct FailureListData: Sendable {
    let listing: FailureListing
    let search: FailureSearch
    let users: [User.ID: User]
    /// Why the last form was not carried out.
    var notice: NoticeView?
}

extension RangeView {
    init(_ period: FailurePeriod, current: FailurePeriod, at address: PageAddress, _ texts: Texts) {
        self.init(
            label: texts(TextKey("events.range.\(period.rawValue)")),
            name: texts(TextKey("events.range-name.\(period.rawValue)")),
            href: address.with("period", period == .week ? nil : period.rawValue).href,
            isCurrent: period == current
        )
    }
}
