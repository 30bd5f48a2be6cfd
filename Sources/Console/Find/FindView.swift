import ConsoleKit
import Domain

/// What one text could mean, when it is not exactly one thing.
struct FindView: FramedView {
    static let template = "find"

    var frame: FrameView
    let query: String
    let hasUsers: Bool
    let users: [UserRowView]
    let usersHref: String
    let suggestions: [LinkView]
    let empty: EmptyView?
}

extension FindView {
    init(_ result: FindResult, _ page: TenantPage) {
        let (texts, paths) = (page.texts, page.paths)
        let shown = VisibleText.escaped(String(result.text.prefix(FindRoutes.maximumLength)))
        let users = result.users
        self.init(
            frame: page.frame(texts("find.page"), at: paths.find, query: shown),
            query: shown,
            hasUsers: users?.found.isEmpty == false,
            users: users.map { users in users.found.map { UserRowView($0, roles: users.roles, page) } } ?? [],
            usersHref: PageAddress(paths.users, ["q": result.text]).href,
            suggestions: result.places + (result.state == .searched ? Self.suggestions(result.text, page) : []),
            empty: Self.empty(result, shown, texts)
        )
    }

    private static func empty(_ result: FindResult, _ shown: String, _ texts: Texts) -> EmptyView? {
        switch result.state {
        case .invalid(let sentence): EmptyView(texts("find.invalid"), sentence)
        case .nothingAsked: EmptyView(texts("find.nothing-asked"), texts("find.advice"))
        case .searched where result.isEmpty:
            EmptyView(texts("find.none", ["query": .text(shown)]), texts("find.advice"))
        case .searched: nil
        }
    }

    private static func suggestions(_ text: String, _ page: TenantPage) -> [LinkView] {
        guard page.access.allows(.readEvents) else { return [] }
        let href = PageAddress(page.paths.events, ["q": EventCondition.query(for: text)]).href
        return [LinkView(label: page.texts("find.search-events"), href: href)]
    }
}
