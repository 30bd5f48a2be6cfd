import Domain
import Foundation
import Hummingbird
import Logging
import WebCore

/// The settings of a browser, from its cookies and the request.
package struct Browser: Sendable {
    /// `light`, `dark` or `auto`.
    package let theme: String
    /// The language that the user chose, or the first supported one that the browser accepts.
    package let language: SupportedLanguage
    /// The IANA name of the time zone; UTC until the browser has sent one.
    let zone: String
    /// The result of the previous form, shown once.
    package let flash: Flash?
    /// The page to return to: the path and query of the request, or for a form the path of the nearest page at or above
    /// its path.
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
