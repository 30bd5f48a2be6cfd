import Domain
import HTTPTypes
import Hummingbird
import Logging
import StrictJSON
import UseCases

/// Assigns every request an id, determines its client, and adds the id to the response; to an error the reference too.
struct RequestIdentification: RouterMiddleware {
    typealias Context = GatehouseContext

    let proxies: TrustedProxies
    let systemContext: SystemContext

    func handle(
        _ request: Request,
        context: GatehouseContext,
        next: (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.identity = identity(of: request, context)
        context.logger[metadataKey: "hb.request.id"] = nil
        context.logger[metadataKey: "request_id"] = "\(context.requestID)"
        if let theirs = Self.plainRequestID(request.headers) {
            context.logger[metadataKey: "client_request_id"] = "\(theirs)"
        }
        var response = try await next(request, context)
        response.headers[.xRequestID] = context.requestID
        if response.status.code >= 400 { response.headers[.xErrorReference] = context.identity.reference?.description }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func identity(of request: Request, _ context: GatehouseContext) -> RequestIdentity {
        let peer = context.identity.peer
        let client = proxies.client(peer: peer, forwardedFor: request.headers[values: .xForwardedFor])
        return RequestIdentity(
            id: systemContext.newID(of: RequestIdentity.self).description,
            peer: peer,
            client: client,
            networks: client.flatMap(networks),
            trace: TraceID(headers: request.headers)
        )
    }

    /// The networks of a client; nil for this machine and for a trusted proxy itself, which sends for many clients.
    private func networks(of client: IPAddress) -> ClientNetworks? {
        client.isLoopback || proxies.trusts(client) ? nil : ClientNetworks(client.description)
    }

    /// The client's own id, which is logged if it is a UUID or 32 hexadecimal digits: freer text could be a token.
    static func plainRequestID(_ headers: HTTPFields) -> String? {
        guard let text = headers[.xRequestID], text.utf8.count <= 36 else { return nil }
        let groups = text.splitBytes(at: "-")
        guard [[32], [8, 4, 4, 4, 12]].contains(groups.map(\.utf8.count)),
            groups.joined().allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        return text
    }
}
