import Domain
import HTTPTypes
import Hummingbird

/// Adds the security headers to every response.
package struct SecurityHeaders: RouterMiddleware {
    package typealias Context = GatehouseContext

    /// Forbids inline content, content of other sites, and framing.
    package static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; \
        form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'
        """
    /// The policy for a page whose form finally redirects to another site: browsers check each redirect.
    package static func policy(formsLeadTo address: RedirectAddress) -> String {
        let source = address.isWeb ? "\(address.scheme)://\(address.authority)" : "\(address.scheme):"
        return contentSecurityPolicy.replacing("form-action 'self'", with: "form-action 'self' \(source)")
    }

    static let permissionsPolicy =
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()"
    /// One year (RFC 6797 §6.1.1).
    static let strictTransportSecurity = "max-age=31536000; includeSubDomains"

    /// Whether the public address is https.
    package let isSecure: Bool

    package func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        add(to: &response.headers)
        return response
    }

    package func add(to headers: inout HTTPFields) {
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        if headers[.crossOriginResourcePolicy] == nil { headers[.crossOriginResourcePolicy] = "same-origin" }
        if isSecure { headers[.strictTransportSecurity] = Self.strictTransportSecurity }
        // Static files set their own header; other responses may be private to one user.
        if headers[.cacheControl] == nil || headers[.setCookie] != nil { headers[.cacheControl] = "no-store" }
        if headers[.contentType]?.hasPrefix("text/html") == true {
            if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = Self.contentSecurityPolicy }
            headers[.permissionsPolicy] = Self.permissionsPolicy
        }
    }
}
