import HTTPTypes
import WebCore

/// The one credential of a request to the management API.
enum APICredential: Sendable {
    case key(String)
    case cookie(String)

    /// - Returns: nil when there is none.
    /// - Throws: 400 when there are several, because the intended one is unknown.
    init?(_ headers: HTTPFields, cookie name: String) throws(WebFailure) {
        var found: [APICredential] = []
        for value in headers[values: .authorization] { found.append(.key(Self.bearer(value))) }
        for value in headers[values: .gatehouseKey] { found.append(.key(value)) }
        if let value = try RequestCookies(headers).value(name) { found.append(.cookie(value)) }
        guard found.count <= 1 else {
            throw WebFailure(
                .badRequest,
                "several_credentials",
                title: "There are several credentials",
                detail: "Send one: Authorization, x-gatehouse-key or the console's cookie."
            )
        }
        guard let credential = found.first else { return nil }
        self = credential
    }

    /// The token of `Bearer <token>` (RFC 6750 §2.1); empty for another scheme, which is then an invalid key.
    private static func bearer(_ value: String) -> String {
        BearerToken(value)?.text ?? ""
    }
}
