import Domain

/// A page of a tenant in the navigation, shown to users with the permission that it needs.
package struct NavigationEntry: Sendable {
    /// The headings of the navigation, in order.
    package enum Group: String, Sendable, CaseIterable {
        case monitoring, people, tenant
    }

    package let group: Group
    package let label: TextKey
    package let path: @Sendable (Tenant.Slug) -> String
    package let needs: PermissionName

    package init(
        _ group: Group,
        _ label: TextKey,
        needs: PermissionName,
        path: @escaping @Sendable (Tenant.Slug) -> String
    ) {
        self.group = group
        self.label = label
        self.path = path
        self.needs = needs
    }
}
