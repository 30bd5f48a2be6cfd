import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The permitted destinations of a browser after a link: a tenant's redirect addresses, and its own host names.
///
/// The host name of a request is trusted only when the tenant owns it.
struct LinkDestinations: Sendable {
    let authenticator: AppAuthenticator
    let tenants: TenantResolver
    let isSecure: Bool

    /// Resolves `text` to a full address.
    /// - Parameter text: a full address, or a path on one of the tenant's host names.
    /// - Returns: nil when the address is not the tenant's.
    func address(
        _ text: String,
        _ settings: TenantSettings,
        _ call: PlainCall<some IdentifiedContext>,
        of tenant: Tenant
    ) async throws -> String? {
        if settings.allows(returnTo: text) { return text }
        if text.hasBytePrefix("/"), !text.hasBytePrefix("//") {
            guard let host = try await ownHost(of: call, tenant) else { return nil }
            let address = "\(isSecure ? "https" : "http")://\(host)\(text)"
            // The check uses https: over plain http, for trials, only the scheme differs.
            return RedirectAddress("https://\(host)\(text)") == nil ? nil : address
        }
        guard let address = RedirectAddress(text), address.scheme == "https" || !isSecure, let host = address.host
        else { return nil }
        return try await owns(host, tenant) ? text : nil
    }

    /// Scheme and authority that the browser sees, when the tenant owns the host name; nil otherwise.
    func ownAddress(of call: PlainCall<some IdentifiedContext>, for tenant: Tenant) async throws -> String? {
        guard let host = try await ownHost(of: call, tenant) else { return nil }
        // The port, as in trials, is known only without a proxy.
        let authority = call.request.head.authority?.lowercased() ?? ""
        let name = authority.hasPrefix("\(host):") ? authority : host.description
        return "\(isSecure ? "https" : "http")://\(name)"
    }

    /// The host name of a request, when the tenant owns it.
    private func ownHost(of call: PlainCall<some IdentifiedContext>, _ tenant: Tenant) async throws -> HostName? {
        guard let host = tenants.host(of: call.request, from: call.context.identity.peer), try await owns(host, tenant)
        else { return nil }
        return host
    }

    private func owns(_ host: HostName, _ tenant: Tenant) async throws -> Bool {
        try await authenticator.owner(of: host)?.id == tenant.id
    }
}

extension TenantSettings {
    /// The default destination: the first address without a wildcard.
    var standardDestination: String? { redirects.map(\.description).first { !$0.hasSuffix("*") } }
}
