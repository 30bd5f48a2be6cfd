import ConsoleKit
import WebCore

extension ConsoleFeature {
    static let tenants = ConsoleFeature(
        views: [TenantListView.self, TenantFormView.self, TenantCreatedView.self, TenantView.self]
    )
}
