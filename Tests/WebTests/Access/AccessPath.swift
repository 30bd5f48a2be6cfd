import Domain
import HTTPTypes

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// The template of a route, to be filled with what a request names.
struct AccessPath {
    private let parts: [Substring]

    init(_ template: String) {
        parts = template.split(separator: "/")
    }

    var parameters: [String] { parts.compactMap(Self.parameter) }

    func filled(_ route: RouteDescription, _ things: AccessThings, _ world: AccessWorld) -> String {
        "/"
            + parts.map { part in
                guard let name = Self.parameter(part) else { return String(part) }
                return Self.value(of: name, route, things, world)
            }.joined(separator: "/")
    }

    private static func parameter(_ part: Substring) -> String? {
        if part.hasPrefix("{") { return String(part.dropFirst().dropLast()) }
        return part.hasPrefix(":") ? String(part.dropFirst()) : nil
    }

    private static func value(
        of name: String,
        _ route: RouteDescription,
        _ things: AccessThings,
        _ world: AccessWorld
    ) -> String {
        switch name {
        // The same for all tenants.
        case "code": "keychain.locked"
        case "asset": world.assets.stylesheet.name
        case "tenant": [.console, .tokens, .apple].contains(route.area) ? things.slug : things.tenant.description
        case "project": things.project.description
        case "user" where route.path.hasSuffix("/invitation"): things.invited.description
        case "user"
        where route.path.hasSuffix("/enabling") || (route.method == .delete && route.path.hasSuffix("/disablement")):
            things.disabled.description
        case "link" where route.path.hasPrefix("/setup"):
            things.slug == world.absent.slug ? "gh_setup_absent" : world.setupLink.text
        case "link" where route.path.hasPrefix("/links/stop"): things.stopLink.text
        case "link" where route.path.hasPrefix("/links"): things.emailLink.text
        default: things.texts.first { $0.name == name }?.text ?? "unknown-parameter-\(name)"
        }
    }
}
