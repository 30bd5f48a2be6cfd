import ConsoleKit
import Domain
import UseCases
import WebCore

/// The API keys of a tenant, and the form for a new one.
struct KeyListView: ConsoleView {
    static let template = "keys"

    let frame: FrameView
    let rows: [KeyRowView]
    let hasRows: Bool
    let empty: EmptyView?
    let create: KeyFormView?
    /// The keys that sign access tokens.
    let signing: String
    let pager: PagerView
}

extension KeyListView {
    init(_ list: KeyList, _ page: TenantPage) {
        let texts = page.texts
        let keys = list.keys
        self.init(
            frame: page.frame(texts("keys.title"), at: page.paths.keys),
            rows: keys.items.map { KeyRowView($0, page) },
            hasRows: !keys.items.isEmpty,
            empty: keys.items.isEmpty ? EmptyView(texts("keys.empty-title"), texts("keys.empty-text")) : nil,
            create: KeyFormView(list.form, page),
            signing: page.paths.signingKeys,
            pager: PagerView(keys, at: PageAddress(page.paths.keys), order: "common.order.newest-first", texts)
        )
    }
}
