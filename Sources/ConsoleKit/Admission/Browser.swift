import Domain
import Foundation
import Hummingbird
import Logging
import WebCore

/// What the browser's own cookies say.
package struct Browser: Sendable {
    /// `light`, `dark` or `auto`.
    package let theme: String
    /// The language that the user chose, or the first supported one that the browser accepts.
    package let language: SupportedLanguage
    /// An IANA name; UTC until the browser has said.
    let zone: String
    /// What was just done, to be said once.
    package let flash: Flash?
    /// The path and query of a page to come back to: this one, or where a form is answered with a page, the nearest
    /// above it.
    let place: String

    init(_ request: Request, _ address: PublicAddress, routes: RouteList) throws(WebFailure) {
        let cookies = RequestCookies(request.headers)
        func value(_ name: String) throws(WebFailure) -> String? {
            try cookies.value(SetCookie.fullName(name, isSecure: address.isSecure))
        }
        theme = try value(ConsoleCookie.theme).flatMap { ["light", "dark"].contains($0) ? $0 : nil } ?? "auto"
        language =
            try value(ConsoleCookie.language).flatMap { SupportedLanguage(rawValue: $0) }
            ?? SupportedLanguage(wanted: AcceptedLanguages.of(request.headers))
        zone = try cookies.value(ConsoleCookie.zone)?.removingPercentEncoding ?? "UTC"
        flash = try value(ConsoleCookie.flash).flatMap { Flash($0) }
        place = request.method == .post ? Self.page(above: request.uri.path, routes) : request.uri.string
    }

    private static func page(above path: String, _ routes: RouteList) -> String {
        var parts = PathTemplate.parts(of: path)
        while !parts.isEmpty {
            let path = "/" + parts.joined(separator: "/")
            if routes.methods(at: path).contains(.get) { return path }
            parts.removeLast()
        }
        return "/"
    }
}
