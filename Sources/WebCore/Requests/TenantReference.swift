import Domain

/// The name of a tenant in a path: its id or its slug.
package enum TenantReference: Sendable {
    case id(Tenant.ID)
    case slug(Tenant.Slug)

    package init?(_ text: String) {
        if let id = Tenant.ID(text) {
            self = .id(id)
        } else if let slug = Tenant.Slug(text) {
            self = .slug(slug)
        } else {
            return nil
        }
    }

    package func names(_ tenant: Tenant) -> Bool {
        switch self {
        case .id(let id): tenant.id == id
        case .slug(let slug): tenant.slug == slug
        }
    }
}
