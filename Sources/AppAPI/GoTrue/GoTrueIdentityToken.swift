import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Signs in with an Apple identity token: `grant_type=id_token`.
///
/// Upstream responds to some errors of this grant in the format of OAuth (`{"error", "error_description"}`), always
/// with 400, and to others in its own; clients know both.
extension GoTrueRoutes {
    func identityToken(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let body: GoTrueBody.IdentityToken
        switch try GoTrueBody.IdentityToken.reading(try await GoTrueBody.object(call.request)) {
        case .body(let read): body = read
        case .fault(let fault): return fault.response
        }
        if body.linksIdentity { return try await link(body, call) }
        let signedIn = try await services.appleSignIns.signIn(body.apple, in: call.context.signInContext)
        return try await sessionResponse(signedIn, .oauth, call.context)
    }
}

extension GoTrueBody {
    /// The request of an identity token sign-in. It extends upstream by `authorization_code`, and by `user` with the
    /// name that Apple passed to the app.
    struct IdentityToken: Sendable {
        let apple: AppleSignInRequest
        /// Whether Apple is linked to the user of the bearer token instead of signing in.
        let linksIdentity: Bool
        /// An extension of upstream: the password that users with console access need to link Apple.
        let currentPassword: String?

        enum Reading: Sendable {
            case body(IdentityToken)
            case fault(OAuthFault)
        }

        private static let issuers: Set<ByteText> = ["https://appleid.apple.com", "https://account.apple.com"]

        /// `{provider, id_token, nonce?, access_token?, client_id?, issuer?, link_identity?, current_password?,
        /// authorization_code?, user?}`
        static func reading(_ object: JSONObject) throws -> Reading {
            func text(_ name: String, _ maximum: Int = 1024) throws(DomainError) -> String? {
                let text = try AppleUser.text(object[name], name, maximum: maximum)
                return text?.isEmpty == true ? nil : text
            }
            let (provider, issuer, clientID) = (try text("provider"), try text("issuer"), try text("client_id"))
            guard let token = try text("id_token", maximumBytes), provider != nil || (issuer != nil && clientID != nil)
            else { return .fault(.incomplete) }
            if let provider, provider != "apple" { throw WebFailure.goTrueProviderOff(provider) }
            let linksIdentity: Bool
            switch object["link_identity"] {
            case nil, .null?, .bool(false)?: linksIdentity = false
            case .bool(true)?: linksIdentity = true
            default: throw WebFailure.goTrueInvalid("link_identity must be true or false.")
            }
            guard let named = Self.issuer(of: token).map({ ByteText($0) }), issuers.contains(named),
                issuer.map({ ByteText($0) == named }) ?? true
            else { throw WebFailure.goTrueForeignIssuer }
            return .body(
                IdentityToken(
                    apple: AppleSignInRequest(
                        identityToken: token,
                        nonce: try text("nonce").map { .hashed($0) },
                        authorizationCode: try text("authorization_code"),
                        name: try AppleUser.name(object["user"], field: "user")
                    ),
                    linksIdentity: linksIdentity,
                    currentPassword: try text("current_password")
                )
            )
        }

        /// Reads the issuer of an unverified token. It is used only to select the format of an error.
        private static func issuer(of token: String) -> String? {
            guard token.utf8.count <= 16 * 1024 else { return nil }
            let parts = token.splitBytes(at: ".", maximumSplits: 3)
            guard parts.count == 3, let bytes = Base64URL.decode(parts[1]) else { return nil }
            return (try? JSONValue(parsing: bytes))?["iss"]?.stringValue
        }
    }
}
