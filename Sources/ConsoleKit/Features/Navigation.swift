import Domain

/// The navigation of a tenant's pages.
package struct Navigation: Sendable {
    private let entries: [NavigationEntry]

    package init(_ features: [ConsoleFeature]) { entries = features.flatMap(\.navigation) }

    /// The pages that the caller may open, without groups that would be empty.
    package func groups(open access: Access) -> [(group: NavigationEntry.Group, entries: [NavigationEntry])] {
        NavigationEntry.Group.allCases.compactMap { group in
            let open = entries.filter { $0.group == group && access.allows($0.needs) }
            return open.isEmpty ? nil : (group, open)
        }
    }

    /// The path of the first page that the caller may open; nil when there is none.
    package func first(_ slug: Tenant.Slug, open access: Access) -> String? {
        groups(open: access).first?.entries.first?.path(slug)
    }
}

/// A page of a tenant in the navigation, shown to users with the permission that it needs.
package struct NavigationEntry: Sendable {
    /// The headings of the navigation, in order.
    package enum Group: String, Sendable, CaseIterable {
        case monitoring, users = "people", tenant
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
