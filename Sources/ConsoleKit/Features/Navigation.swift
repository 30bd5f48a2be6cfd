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
