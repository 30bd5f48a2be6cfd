import ConsoleKit
import Domain

extension BreadcrumbView {
    /// From the list of roles to a page about one.
    static func roles(_ current: String, _ page: TenantPage) -> BreadcrumbView {
        BreadcrumbView(links: [LinkView(label: page.texts("roles.title"), href: page.paths.roles)], current: current)
    }
}
