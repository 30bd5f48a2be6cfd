import Domain
import HTTPTypes
import Hummingbird

/// Sets on every answer what keeps a browser from doing more with it than it should.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = GatehouseContext

    /// Nothing inline, nothing from elsewhere, in no frame.
    static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; \
        form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'
        """
    /// The same for a page whose form leads out of here in the end: a browser looks at each address that it is sent on
    /// to.
    static func policy(formsLeadTo address: RedirectAddress) -> String {
        let source = address.isWeb ? "\(address.scheme)://\(address.authority)" : "\(address.scheme):"
        return contentSecurityPolicy.replacing("form-action 'self'", with: "form-action 'self' \(source)")
    }

    static let permissionsPolicy =
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()"
    /// One year (RFC 6797 §6.1.1).
    static let strictTransportSecurity = "max-age=31536000; includeSubDomains"

    /// The public address is https.
    let isSecure: Bool

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        add(to: &response.headers)
        return response
    }

    func add(to headers: inout HTTPFields) {
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        if headers[.crossOriginResourcePolicy] == nil { headers[.crossOriginResourcePolicy] = "same-origin" }
        if isSecure { headers[.strictTransportSecurity] = Self.strictTransportSecurity }
        // A static file has its own; everything else may hold what only one person should see.
        if headers[.cacheControl] == nil || headers[.setCookie] != nil { headers[.cacheControl] = "no-store" }
        if headers[.contentType]?.hasPrefix("text/html") == true {
            if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = Self.contentSecurityPolicy }
            headers[.permissionsPolicy] = Self.permissionsPolicy
        }
    }
}
