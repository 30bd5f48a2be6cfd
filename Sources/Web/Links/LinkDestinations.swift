import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases

/// Where a tenant lets a browser be sent after a link: its redirect addresses, and its own host names.
///
/// What the request says of the server's name is believed only when it is a host name that the tenant owns.
struct LinkDestinations: Sendable {
    let authenticator: AppAuthenticator
    let naming: TenantResolver
    let isSecure: Bool

    /// The whole address that `text` means.
    /// - Parameter text: a whole address, or a path of one of the tenant's own host names.
    /// - Returns: nil for what is not the tenant's.
    func address(
        _ text: String,
        _ settings: TenantSettings,
        _ request: Request,
        _ context: some IdentifiedContext,
        of tenant: Tenant
    )
        async throws -> String?
    {
        if settings.allows(returnTo: text) { return text }
        if text.hasBytePrefix("/"), !text.hasBytePrefix("//") {
            guard let host = naming.host(of: request, from: context.identity.peer), try await owns(host, tenant) else {
                return nil
            }
            let address = "\(isSecure ? "https" : "http")://\(host)\(text)"
            // Judged as an address of https: on plain http, for trials, only the scheme is another one.
            return RedirectAddress("https://\(host)\(text)") == nil ? nil : address
        }
        guard let address = RedirectAddress(text), address.scheme == "https" || !isSecure, let host = address.host
        else { return nil }
        return try await owns(host, tenant) ? text : nil
    }

    /// Scheme and authority that the browser sees, when the tenant owns the host name; nil otherwise.
    func ownAddress(of request: Request, _ context: some IdentifiedContext, for tenant: Tenant) async throws -> String?
    {
        guard let host = naming.host(of: request, from: context.identity.peer), try await owns(host, tenant) else {
            return nil
        }
        // A port, as in trials, is known only of a request that nobody passed on.
        let authority = request.head.authority?.lowercased() ?? ""
        let name = authority.hasPrefix("\(host):") ? authority : host.description
        return "\(isSecure ? "https" : "http")://\(name)"
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

extension TenantSettings {
    /// Where a browser goes when nothing else is said: the first address without a star.
    var standardDestination: String? { redirects.map(\.description).first { !$0.hasSuffix("*") } }
}
