@_spi(Admission) import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Authenticates backends by a secret key of the path's tenant, sent as `Basic`, as `Bearer` or in our own header.
struct TokenClientAuthenticator: Sendable {
    let authenticator: AppAuthenticator

    /// - Throws: 401 for a key that is not valid for this tenant, even if it is for another.
    func admit(_ request: Request, _ context: GatehouseContext) async throws -> TokenClientContext {
        guard let text = try Self.key(request.headers) else { throw Self.unknownClient }
        guard let record = try await authenticator.key(text, .secret) else { throw Self.unknownClient }
        let named = context.parameters.get("tenant").flatMap(TenantReference.init)
        guard named?.names(record.tenant) == true else { throw Self.unknownClient }
        let access = Access(tenant: record.tenant.id, principal: .key(record.key.id, from: context.origin))
        return TokenClientContext(context, as: TokenClient(tenant: record.tenant, access: access))
    }

    private static var unknownClient: WebFailure {
        var failure = WebFailure.unauthenticated("Send a secret key (gh_sk_…) of this tenant that is not revoked.")
        failure.headers[.wwwAuthenticate] = "Basic realm=\"gatehouse\", charset=\"UTF-8\""
        return failure
    }

    private static func key(_ headers: HTTPFields) throws(WebFailure) -> String? {
        let found =
            headers[values: .authorization].map { BearerToken($0)?.text ?? basic($0) ?? "" }
            + headers[values: .gatehouseKey]
        guard found.count <= 1 else { throw .severalKeys("Authorization or x-gatehouse-key") }
        return found.first
    }

    /// The password of RFC 7617, or the user name where the password is empty, as some clients send a single key.
    private static func basic(_ field: String) -> String? {
        guard let encoded = BearerToken.credentials(of: field, scheme: "basic"),
            let bytes = Data(base64Encoded: String(encoded)),
            let text = String(validating: bytes, as: UTF8.self), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let password = text[text.utf8.index(after: colon)...]
        return String(password.isEmpty ? text[..<colon] : password)
    }
}
