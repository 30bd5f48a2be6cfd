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
        let body = try await call.request.goTrueBody(GoTrueInputs.identityTokenGrant)
        let request = try body.appleRequest()
        if body.linksIdentity { return try await link(request, body.currentPassword, call) }
        let signedIn = try await appleSignIns.signIn(request, in: call.context.signInContext)
        return try await sessionResponse(signedIn, .oauth, call.context)
    }
}

extension GoTrueInputs {
    /// The request of an identity token sign-in. It extends upstream by `authorization_code`, and by `user` with the
    /// name that Apple passed to the app.
    struct IdentityToken: Sendable {
        let provider: String?
        let token: String?
        let nonce: String?
        let clientID: String?
        let issuer: String?
        /// Whether Apple is linked to the user of the bearer token instead of signing in.
        let linksIdentity: Bool
        /// An extension of upstream: the password that users with console access need to link Apple.
        let currentPassword: String?
        let authorizationCode: String?
        let name: String?
    }

    static let identityTokenGrant = Inputs {
        IdentityToken(
            provider: $0.read(text("provider", "`apple`.")),
            token: $0.read(text("id_token", "Apple's identity token.", maximum: Request.goTrueMaximumBytes)),
            nonce: $0.read(
                text(
                    "nonce",
                    "With `id_token`: the text whose SHA-256, in lower-case hexadecimal, was passed to Apple."
                )
            ),
            clientID: $0.read(text("client_id", "With `issuer` instead of `provider`.")),
            issuer: $0.read(text("issuer", "The issuer of the identity token.")),
            linksIdentity: $0.read(
                .optionalBool("link_identity", "True links Apple to the user of the bearer token.")
            ) ?? false,
            currentPassword: $0.read(text("current_password", "The password, which members need to link Apple.")),
            authorizationCode: $0.read(text("authorization_code", "Apple's authorization code.")),
            name: $0.read(user)
        )
    }

    private static func text(_ name: String, _ summary: String, maximum: Int = 1024) -> Input<String?> {
        .optionalText(name, summary, maximum: maximum, schema: .text)
    }

    private static let user: Input<String?> = {
        let user = Input.members("user", "The user as the app got them from Apple.", AppleUser.name)
        return Input(InputDescription("user", user.description.schema.nullable, user.description.summary)) {
            user.read(&$0) ?? nil
        }
    }()
}

extension GoTrueInputs.IdentityToken {
    private static let issuers: Set<ByteText> = ["https://appleid.apple.com", "https://account.apple.com"]

    /// - Throws: for an incomplete request, another provider or another issuer.
    func appleRequest() throws -> AppleSignInRequest {
        guard let token, provider != nil || (issuer != nil && clientID != nil) else {
            throw WebFailure.incompleteIdentityToken
        }
        if let provider, provider != "apple" { throw WebFailure.goTrueProviderOff(provider) }
        guard let named = Self.issuer(of: token).map({ ByteText($0) }), Self.issuers.contains(named),
            issuer.map({ ByteText($0) == named }) ?? true
        else { throw WebFailure.goTrueForeignIssuer }
        return AppleSignInRequest(
            identityToken: token,
            nonce: nonce.map { .hashed($0) },
            authorizationCode: authorizationCode,
            name: name
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
