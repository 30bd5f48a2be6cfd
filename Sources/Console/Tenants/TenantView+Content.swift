import ConsoleKit
import Domain
import HTTPTypes

extension BreadcrumbView {
    /// The way back to the list of tenants.
    static func tenants(current: String, _ texts: Texts) -> BreadcrumbView {
        BreadcrumbView(links: [LinkView(label: texts("tenants.title"), href: ConsolePaths.tenants)], current: current)
    }
}
