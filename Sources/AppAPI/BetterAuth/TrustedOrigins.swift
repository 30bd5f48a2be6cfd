import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The sites that may use a browser's session cookie: that of the base URL, and the host names of the tenant.
///
/// The `Host` of the request proves nothing: anyone with a domain can point a name of it at this server.
struct TrustedOrigins: Sendable {
    let authenticator: AppAuthenticator
    let publicOrigin: PublicOrigin

    /// Whether the public address is https, so that origins with http are not trusted.
    var isSecure: Bool { publicOrigin.isSecure }

    /// Rejects cross-site requests that a browser sends with its cookie.
    /// - Throws: 403 when the request has no origin or a foreign one.
    func check(_ request: Request, of tenant: Tenant) async throws {
        guard let text = request.headers[.origin] ?? request.headers[.referer], text != "null" else {
            throw WebFailure.missingOrigin
        }
        guard let origin = PageOrigin(text), try await trusts(origin, request, of: tenant) else {
            throw WebFailure.foreignOrigin
        }
    }

    /// Returns whether an app may redirect to an address: a path of its own site, or an address of a trusted site.
    func trusts(address: String, _ request: Request, of tenant: Tenant) async throws -> Bool {
        guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }) else { return false }
        if address.hasPrefix("/") { return !address.hasPrefix("//") }
        guard let origin = PageOrigin(address) else { return false }
        return try await trusts(origin, request, of: tenant)
    }

    private func trusts(_ origin: PageOrigin, _ request: Request, of tenant: Tenant) async throws -> Bool {
        if publicOrigin.owns(origin, request) { return true }
        guard origin.isSecure || !isSecure else { return false }
        // The base URL's authority over https is trusted too, where the base URL is plain http.
        if origin.authority == publicOrigin.authority { return true }
        // Another port of the host may be another program. Over plain http, in trials, any port is permitted.
        let port = origin.authority.port
        guard port == nil || port == publicOrigin.authority?.port || !isSecure,
            let host = HostName(origin.authority.host)
        else { return false }
        return try await owns(host, tenant)
    }

    private func owns(_ host: HostName, _ tenant: Tenant) async throws -> Bool {
        try await authenticator.owner(of: host)?.id == tenant.id
    }
}
