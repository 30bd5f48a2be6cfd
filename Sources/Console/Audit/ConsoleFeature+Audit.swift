import ConsoleKit
import Domain
import WebCore

extension ConsoleFeature {
    static let audit = ConsoleFeature(
        views: [AuditListView.self],
        navigation: [
            NavigationEntry(.tenant, "navigation.audit", needs: .readAudit) { TenantPaths($0).audit }
        ]
    )
}
