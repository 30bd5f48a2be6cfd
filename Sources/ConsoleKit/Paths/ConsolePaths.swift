import Domain
import Foundation

/// Where every page of the console is; written once.
package enum ConsolePaths {
    package static let signIn = "/sign-in"
    package static let signInCode = "/sign-in/code"
    package static let signInWithApple = "/sign-in/apple"
    package static let signOut = "/sign-out"
    package static let secondFactor = "/account/second-factor"
    package static let proof = "/proof"
    package static let theme = "/theme"
    package static let language = "/language"
    package static let enter = "/enter"
    package static let tenants = "/tenants"
    package static let newTenant = "/tenants/new"

    /// With the place that it leads back to.
    package static func leading(_ path: String, to place: ConsoleReturnPath?) -> String {
        guard let place else { return path }
        return path + "?to=" + (place.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }

    static func asset(_ name: String) -> String { "/assets/\(name)" }
    package static func tenant(_ slug: Tenant.Slug) -> String { "/tenants/\(slug)" }

    /// A page inside a tenant.
    package static func inside(_ tenant: Tenant.Slug, _ page: String) -> String { "/t/\(tenant)/\(page)" }
    /// Leads to the first page that the visitor may see.
    package static func start(_ tenant: Tenant.Slug) -> String { "/t/\(tenant)" }
    package static func users(_ tenant: Tenant.Slug) -> String { inside(tenant, "users") }
    package static func newUser(_ tenant: Tenant.Slug) -> String { inside(tenant, "users/new") }
    package static func newInvitation(_ tenant: Tenant.Slug) -> String { inside(tenant, "invitations/new") }
    package static func user(_ id: User.ID, _ tenant: Tenant.Slug) -> String { inside(tenant, "users/\(id)") }
    package static func sessions(_ tenant: Tenant.Slug) -> String { inside(tenant, "sessions") }
    package static func session(_ id: Session.ID, _ tenant: Tenant.Slug) -> String { inside(tenant, "sessions/\(id)") }
    package static func events(_ tenant: Tenant.Slug) -> String { inside(tenant, "events") }
    package static func event(_ reference: Event.Reference, _ tenant: Tenant.Slug) -> String {
        inside(tenant, "events/\(reference)")
    }
    package static func audit(_ tenant: Tenant.Slug) -> String { inside(tenant, "audit") }
    package static func keys(_ tenant: Tenant.Slug) -> String { inside(tenant, "keys") }
    package static func settings(_ tenant: Tenant.Slug) -> String { inside(tenant, "settings") }
    package static func find(_ tenant: Tenant.Slug) -> String { inside(tenant, "find") }
}
