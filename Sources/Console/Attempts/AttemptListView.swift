import ConsoleKit
import Domain
import UseCases
import WebCore

/// The attempts of a tenant.
struct AttemptListView: ConsoleView {
    static let template = "attempts"

    let frame: FrameView
    let action: String
    let fields: [FieldView]
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
            failure: search.filter.failure?.description,
            errors: problems.summary,
            filters: search.values.map { name, label, value in
                let shown = VisibleText.escaped(value)
                return ActiveFilterView(
                    label: texts("common.filter", ["label": .text(texts(label)), "value": .text(shown)]),
                    removeHref: address.without(name).href
                )
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
