import ConsoleKit
import Domain
import UseCases

extension UserQuery {
    var isFiltered: Bool { search != nil || role != nil || provider != nil || state != nil }
}

extension UserCellView {
    init(_ user: User, _ page: TenantPage) {
        let title = user.title(page.texts)
        self.init(initials: Initials.of(title), name: title, detail: user.subtitle, href: page.paths.user(user.id))
    }
}
