import Domain
import Foundation

/// Where every page of the console is; written once.
enum ConsolePaths {
    static let signIn = "/sign-in"
    static let signInCode = "/sign-in/code"
    static let signInWithApple = "/sign-in/apple"
    static let signOut = "/sign-out"
    static let secondFactor = "/account/second-factor"
    static let proof = "/proof"
    static let theme = "/theme"
    static let enter = "/enter"
    static let tenants = "/tenants"
    static let newTenant = "/tenants/new"

    /// With the place that it leads back to.
    static func leading(_ path: String, to place: ConsoleReturnPath?) -> String {
        guard let place else { return path }
        return path + "?to=" + (place.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }

    static func asset(_ name: String) -> String { "/assets/\(name)" }
    static func setup(_ link: String) -> String { "/setup/\(link)" }
    /// - Parameter returnTo: where the browser goes afterwards, when the link itself does not say it.
    static func link(_ link: String, returnTo: String? = nil) -> String {
        let path = "/links/\(link)"
        return returnTo.map { path + "?return_to=" + PercentEncoding.encode($0) } ?? path
    }

    static func stopLink(_ link: String) -> String { "/links/stop/\(link)" }
    static func invitation(_ link: String) -> String { "/invitations/\(link)" }

    static func tenant(_ slug: Tenant.Slug) -> String { "/tenants/\(slug)" }

    /// A page inside a tenant.
    static func inside(_ tenant: Tenant.Slug, _ page: String) -> String { "/t/\(tenant)/\(page)" }
    /// Leads to the first page that the visitor may see.
    static func start(_ tenant: Tenant.Slug) -> String { "/t/\(tenant)" }
    static func users(_ tenant: Tenant.Slug) -> String { inside(tenant, "users") }
    static func newUser(_ tenant: Tenant.Slug) -> String { inside(tenant, "users/new") }
    static func newInvitation(_ tenant: Tenant.Slug) -> String { inside(tenant, "invitations/new") }
    static func user(_ id: User.ID, _ tenant: Tenant.Slug) -> String { inside(tenant, "users/\(id)") }
    static func sessions(_ tenant: Tenant.Slug) -> String { inside(tenant, "sessions") }
    static func session(_ id: Session.ID, _ tenant: Tenant.Slug) -> String { inside(tenant, "sessions/\(id)") }
    static func events(_ tenant: Tenant.Slug) -> String { inside(tenant, "events") }
    static func event(_ reference: Event.Reference, _ tenant: Tenant.Slug) -> String {
        inside(tenant, "events/\(reference)")
    }
    static func audit(_ tenant: Tenant.Slug) -> String { inside(tenant, "audit") }
    static func keys(_ tenant: Tenant.Slug) -> String { inside(tenant, "keys") }
    static func signingKeys(_ tenant: Tenant.Slug) -> String { inside(tenant, "keys/signing") }
    static func signingKeyRotation(_ tenant: Tenant.Slug) -> String { inside(tenant, "keys/signing/rotation") }
    static func signingKeyReplacement(_ tenant: Tenant.Slug) -> String { inside(tenant, "keys/signing/replacement") }
    static func keyRevocation(_ id: APIKey.ID, _ tenant: Tenant.Slug) -> String {
        inside(tenant, "keys/\(id)/revocation")
    }
    static func roles(_ tenant: Tenant.Slug) -> String { inside(tenant, "roles") }
    static func members(_ tenant: Tenant.Slug) -> String { inside(tenant, "members") }
    static func memberRemoval(_ id: User.ID, _ tenant: Tenant.Slug) -> String {
        inside(tenant, "members/\(id)/removal")
    }
    static func role(_ name: Role.Name, _ tenant: Tenant.Slug) -> String { inside(tenant, "roles/\(name)") }
    static func newRole(_ tenant: Tenant.Slug) -> String { inside(tenant, "roles/new") }
    static func roleEdit(_ name: Role.Name, _ tenant: Tenant.Slug) -> String { inside(tenant, "roles/\(name)/edit") }
    static func roleDeletion(_ name: Role.Name, _ tenant: Tenant.Slug) -> String {
        inside(tenant, "roles/\(name)/deletion")
    }
    static func settings(_ tenant: Tenant.Slug) -> String { inside(tenant, "settings") }
    static func find(_ tenant: Tenant.Slug) -> String { inside(tenant, "find") }
}
