import ConsoleKit
import Domain
import UseCases

/// What changed, so that it can explain why sign-in works better or worse than before.
struct ChangeListView: FramedView {
    static let template = "changes"

    var frame: FrameView
    let ranges: [RangeView]
    let action: String
    /// The time in force, so that filtering keeps it.
    let kept: [HiddenFieldView]
    let kind: SelectView
    let filters: [ActiveFilterView]
    let clear: String?
    let hasRows: Bool
    let rows: [NotableChangeView]
    let empty: EmptyView?
    let pager: PagerView
}

extension ChangeListView {
    init(_ changes: Page<NotableChange>, _ search: ChangeSearch, _ page: TenantPage) {
        let (texts, path) = (page.texts, page.paths.changes)
        let address = search.address(path)
        let visible = ChangeKind.visible(to: page.access)
        let filters = search.filters(page.clock).map { names, label in
            ActiveFilterView(label: label, removeHref: names.reduce(address) { $0.without($1) }.href)
        }
        self.init(
            frame: page.frame(texts("changes.title"), at: path),
            ranges: ChangeSearch.Range.allCases.map { RangeView($0, in: search, at: address, texts) },
            action: path,
            kept: address.without("kind").fields,
            kind: SelectView(
                "kind",
                texts("changes.kind"),
                options: [
                    OptionView(value: "", label: texts("changes.all-kinds"), isSelected: search.kind == nil)
                ]
                    + ChangeKind.allCases.filter(visible.contains).map {
                        OptionView(value: $0.rawValue, label: $0.label(texts), isSelected: $0 == search.kind)
                    }
            ),
            filters: filters,
            clear: filters.isEmpty ? nil : path,
            hasRows: !changes.items.isEmpty,
            rows: changes.items.map { NotableChangeView($0, page) },
            empty: changes.items.isEmpty
                ? search.kind.map(visible.contains) == false
                    ? EmptyView(texts("changes.hidden-title"), texts("changes.hidden-text"))
                    : Self.empty(search, address, texts) : nil,
            pager: PagerView(changes, at: address, order: "common.order.newest-first", texts)
        )
    }

    private static func empty(_ search: ChangeSearch, _ address: PageAddress, _ texts: Texts) -> EmptyView {
        let all = address.without("from", "to", "kind").with("range", ChangeSearch.Range.all.rawValue)
        return EmptyView(
            texts("changes.empty-title"),
            texts("changes.empty-text"),
            link: search.isWhole ? nil : LinkView(label: texts("changes.show-all"), href: all.href)
        )
    }
}

extension RangeView {
    fileprivate init(_ range: ChangeSearch.Range, in search: ChangeSearch, at address: PageAddress, _ texts: Texts) {
        let isStandard = range == ChangeSearch.standard
        self.init(
            label: texts(TextKey(range == .all ? "changes.range-all" : "events.range.\(range.rawValue)")),
            name: texts(TextKey(range == .all ? "changes.range-all-name" : "events.range-name.\(range.rawValue)")),
            href: address.without("from", "to").with("range", isStandard ? nil : range.rawValue).href,
            isCurrent: range == search.range
        )
    }
}
