import Domain
import HTTPTypes
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == TokenFacts {
    static let activeToken = ResponseSchema(
        "ActiveToken",
        "A valid token, with the current state of its session.",
        [
            .init("active", Schema(["type": "boolean", "const": true])) { _ in true },
            .init("token_type", .oneOf(["Bearer"])) { _ in "Bearer" },
            .init("token_use", .oneOf(TokenFacts.Use.self)) { .string($0.use.rawValue) },
            .init("iss", .text) { .string($0.issuer) },
            .init("sub", .uuid) { .init($0.record.user.id) },
            .init("aud", .oneOf([AccessTokenClaims.audience])) { _ in .string(AccessTokenClaims.audience) },
            .init("exp", .count) { .integer($0.expiresAt.wholeSeconds) },
            .init("iat", .count) { .integer($0.issuedAt.wholeSeconds) },
            .init("session_id", .uuid) { .init($0.record.session.id) },
            .init("user_role", .roleName) { .string($0.record.role.name.description) },
            .init("email", Schema.email.nullable) { .init($0.record.user.email?.description) },
            .init("email_verified", .bool) { .bool($0.record.user.email != nil && $0.record.user.emailVerified) },
            .init("act", actor) { $0.record.session.impersonator.map { ["sub": .string($0.text)] } ?? .null },
        ]
    )

    private static let actor = Schema.object([("sub", .uuid)], required: ["sub"]).nullable.with(
        "description",
        "The user, or the backend's key, that impersonates this user (RFC 8693 §4.1)."
    )
}

extension APIOperation {
    static let tokenOperations: [APIOperation] = [
        keySet("getTokenKeys", "Reads the public keys that verify a tenant's access tokens"),
        issuer("getTokenIssuer", "Reads the issuer metadata of a tenant's tokens"),
        keySet("getTokenKeysByHost", "Reads the public keys of the tenant that owns the host name"),
        issuer("getTokenIssuerByHost", "Reads the issuer metadata of the tenant that owns the host name"),
        APIOperation(
            id: "introspectToken",
            tag: .tokens,
            summary: "Introspects a token (RFC 7662)",
            details:
                "Accepts access tokens, refresh tokens and session tokens. The session is read each time: a token of an ended session is not active.",
            body: form,
            answers: [
                .ok(
                    "The state of the token.",
                    .either("Introspection", ResponseSchema<TokenFacts>.activeToken.named, inactive)
                )
            ]
        ),
        APIOperation(
            id: "revokeToken",
            tag: .tokens,
            summary: "Revokes a token and its session (RFC 7009)",
            details: "The response is the same for an unknown token.",
            body: form,
            answers: [Answer(status: .ok, summary: "The session and its tokens are revoked.")]
        ),
    ]

    private static let form = Body.open("TokenForm", TokenInputs.request, mediaType: ContentType.form.name)

    private static let inactive = NamedSchema(
        name: "InactiveToken",
        schema: .object([("active", Schema(["type": "boolean", "const": false]))], required: ["active"])
    )

    private static func keySet(_ id: String, _ summary: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .tokens,
            summary: summary,
            details: "A JSON Web Key Set (RFC 7517). A new key is published before it signs.",
            headers: [.knownTag],
            answers: Answer.cached("The keys.", JSONWebKeySet.schema)
        )
    }

    private static func issuer(_ id: String, _ summary: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .tokens,
            summary: summary,
            headers: [.knownTag],
            answers: Answer.cached("The issuer metadata.", IssuerDescription.schema)
        )
    }
}

/// The schema of a key set.
private enum JSONWebKeySet {
    static let schema: NamedSchema = {
        let members: [(name: String, schema: Schema)] = [
            ("kty", .oneOf(["EC"])), ("crv", .oneOf(["P-256"])), ("x", .text), ("y", .text), ("kid", .text),
            ("alg", .oneOf(["ES256"])),
            ("use", .oneOf(["sig"])), ("key_ops", .list(of: .oneOf(["verify"]))),
        ]
        let key = NamedSchema(name: "JSONWebKey", schema: .object(members, required: members.map(\.name)))
        let set = Schema.object([("keys", .list(of: .named("JSONWebKey")))], required: ["keys"])
        return NamedSchema(name: "JSONWebKeySet", schema: set, uses: [key])
    }()
}
