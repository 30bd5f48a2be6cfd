import Domain
import Foundation
import HTTPTypes
import Hummingbird
import WebCore

/// The paths of the pages outside of tenants. `TenantPaths` has the paths of a tenant's pages.
package enum ConsolePaths {
    package static let signIn = "/sign-in"
    package static let signInCode = "/sign-in/code"
    package static let signInWithApple = "/sign-in/apple"
    package static let signOut = "/sign-out"
    package static let secondFactor = "/account/second-factor"
    package static let secondFactorChange = "/account/second-factor/change"
    package static let proof = "/proof"
    package static let theme = "/theme"
    package static let language = "/language"
    package static let enter = "/enter"
    package static let tenants = "/tenants"
    package static let newTenant = "/tenants/new"
    /// The public catalogue of causes.
    package static let codes = "/help/codes"

    /// Adds the page to return to, as `to` in the query.
    package static func leading(_ path: String, to place: ConsoleReturnPath?) -> String {
        guard let place else { return path }
        return path + "?to=" + (place.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }

    static func asset(_ name: String) -> String { "/assets/\(name)" }
    package static func code(_ entry: CauseEntry) -> String { "\(codes)/\(entry.code)" }
    package static func tenant(_ slug: Tenant.Slug) -> String { "/tenants/\(slug)" }
    package static func tenantName(_ slug: Tenant.Slug) -> String { "/tenants/\(slug)/name" }
    package static func tenantHosts(_ slug: Tenant.Slug) -> String { "/tenants/\(slug)/hosts" }
    package static func tenantHostRemoval(_ slug: Tenant.Slug, _ host: HostName) -> String {
        "/tenants/\(slug)/hosts/\(host)/removal"
    }
    package static func tenantSuspension(_ slug: Tenant.Slug) -> String { "/tenants/\(slug)/suspension" }
    package static func tenantActivation(_ slug: Tenant.Slug) -> String { "/tenants/\(slug)/activation" }
}

/// The page of the console to return to after signing in: a path of the console, never another site.
package struct ConsoleReturnPath: LosslessStringConvertible {
    package let description: String

    package init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let isInside = text.hasPrefix("/t/") || text.hasPrefix("/tenants") || text == ConsolePaths.secondFactor
        guard isInside, !text.contains("//"), !text.contains("\\"), !Self.hasDotSegment(text) else { return nil }
        description = text
    }

    /// Whether a browser resolves the path to another one (RFC 3986 §5.2.4), such as `/t/../sign-out`.
    private static func hasDotSegment(_ text: String) -> Bool {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").contains { segment in
            [".", ".."].contains(segment.lowercased().replacing("%2e", with: "."))
        }
    }
}

extension Request {
    /// The page to return to after signing in; nil for none, and for a path outside of the console.
    package func returnPath() throws -> ConsoleReturnPath? {
        var query = try queryFields()
        return query.optionalText("to", maximum: 2048).flatMap { ConsoleReturnPath($0) }
    }
}
