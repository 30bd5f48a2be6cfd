import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Resolves the tenant of an app's request: by its publishable key, else by the host name of the request.
struct TenantResolver: Sendable {
    private let authenticator: AppAuthenticator
    private let proxies: TrustedProxies

    /// - Parameter proxies: the proxies whose `X-Forwarded-Host` is trusted.
    init(authenticator: AppAuthenticator, proxies: TrustedProxies) {
        self.authenticator = authenticator
        self.proxies = proxies
    }

    /// - Throws: `AuthFailure.app`, `.unavailable`; 400 for two keys.
    /// - Parameters:
    ///   - token: the session token of the request, to be read together with the key.
    ///   - dialect: the dialect of the request; nil for our own API.
    func resolve(
        _ request: Request,
        _ context: GatehouseContext,
        token: String? = nil,
        speaking dialect: TenantSettings.Dialect?
    ) async throws -> (tenant: Tenant, reading: AppIdentity.SessionReading?) {
        let key = try Self.key(request.headers)
        if let key, let token {
            let visit = try await authenticator.visit(publishableKey: key, token: token, speaking: dialect)
            return (visit.tenant, visit.session.map { AppIdentity.SessionReading(token: token, found: $0) })
        }
        let tenant = try await authenticator.tenant(
            publishableKey: key,
            host: host(of: request, from: context.identity.peer),
            speaking: dialect
        )
        return (tenant, nil)
    }

    private static func key(_ headers: HTTPFields) throws(WebFailure) -> String? {
        let keys = Set((headers[values: .apiKey] + headers[values: .gatehouseKey]).map(ByteText.init(_:)))
        guard keys.count <= 1 else { throw .severalKeys("apikey or x-gatehouse-key") }
        return keys.first?.text
    }

    /// The host name of the client's request, without port. `X-Forwarded-Host` is used only from a trusted proxy.
    func host(of request: Request, from peer: IPAddress?) -> HostName? {
        var authority = request.head.authority
        if let peer, proxies.trusts(peer), let forwarded = request.headers[.xForwardedHost] {
            authority = forwarded.splitBytes(at: ",", maximumSplits: 1, keepingEmpty: false).first.map {
                $0.trimmingBlanks()
            }
        }
        return authority.flatMap { $0.splitBytes(at: ":", maximumSplits: 1).first }.flatMap { HostName(String($0)) }
    }
}
