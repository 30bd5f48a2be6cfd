import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// Which sites may use the session cookie of a browser: the one that the request was sent to, and the host names that the
/// tenant owns.
struct TrustedOrigins: Sendable {
    let authenticator: AppAuthenticator
    /// The public address is https, so a page that came over http is not believed.
    let isSecure: Bool

    /// Refuses a request that another site made the browser send with its cookie.
    /// - Throws: 403 when the browser names no site or a foreign one.
    func check(_ request: Request, of tenant: Tenant) async throws {
        guard let text = request.headers[.origin] ?? request.headers[.referer], text != "null" else { throw WebFailure.missingOrigin }
        guard let origin = Origin(text), try await trusts(origin, request, of: tenant) else { throw WebFailure.foreignOrigin }
    }

    /// Whether an app may be sent on to an address: a path of the same site, or one of a trusted site.
    func trusts(address: String, _ request: Request, of tenant: Tenant) async throws -> Bool {
        guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }) else { return false }
        if address.hasPrefix("/") { return !address.hasPrefix("//") }
        guard let origin = Origin(address) else { return false }
        return try await trusts(origin, request, of: tenant)
    }

    private func trusts(_ origin: Origin, _ request: Request, of tenant: Tenant) async throws -> Bool {
        guard origin.isSecure || !isSecure else { return false }
        if origin.authority == request.head.authority?.lowercased() { return true }
        guard let host = origin.host else { return false }
        return try await owns(host, tenant)
    }

    private func owns(_ host: HostName, _ tenant: Tenant) async throws -> Bool {
        do {
            return try await authenticator.tenant(publishableKey: nil, host: host).id == tenant.id
        } catch AccessFailure.unavailable(let wait) {
            throw DomainError.unavailable(retryAfter: wait)
        } catch {
            return false
        }
    }
}

/// Scheme and authority of a web address (RFC 6454), in lower case.
private struct Origin {
    let isSecure: Bool
    let authority: String

    /// Reads the beginning of a longer address too.
    init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        guard let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix) else { return nil }
        isSecure = scheme == "https://"
        authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.lowercased()
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
    }

    var host: HostName? { HostName(String(authority.prefix { $0 != ":" })) }
}

extension WebFailure {
    fileprivate static let missingOrigin = WebFailure(
        .forbidden, "missing_or_null_origin", title: "The request names no site",
        detail: "Send Origin, or the session token as a bearer token instead of the cookie.")

    fileprivate static let foreignOrigin = WebFailure(
        .forbidden, "invalid_origin", title: "The request came from another site",
        detail: "Send it from a page of the app's own host name.")
}
