import HTTPTypes
import StrictJSON
import WebCore

/// Describes the issuer of a tenant's tokens and their verification (OpenID Connect Discovery 1.0, RFC 8414).
enum IssuerDescription {
    static func json(issuer: String) -> JSONValue {
        let asking: JSONValue = ["client_secret_basic"]
        return [
            "issuer": .string(issuer), "jwks_uri": .string("\(issuer)/.well-known/jwks.json"),
            "introspection_endpoint": .string("\(issuer)/oauth/introspect"),
            "introspection_endpoint_auth_methods_supported": asking,
            "revocation_endpoint": .string("\(issuer)/oauth/revoke"),
            "revocation_endpoint_auth_methods_supported": asking, "id_token_signing_alg_values_supported": ["ES256"],
            "subject_types_supported": ["public"], "response_types_supported": [],
            "claims_supported": .array(claims.map { .string($0) }),
        ]
    }

    private static let claims = [
        "iss", "sub", "aud", "exp", "iat", "email", "email_verified", "phone", "app_metadata", "user_metadata", "role",
        "user_role", "aal",
        "amr",
        "session_id", "is_anonymous",
    ]

    static let schema: NamedSchema = {
        let texts = Schema.list(of: .text)
        let members: [(name: String, schema: Schema)] = [
            ("issuer", Schema.text.example("https://id.example.com/t/acme")), ("jwks_uri", .text),
            ("introspection_endpoint", .text),
            ("introspection_endpoint_auth_methods_supported", texts), ("revocation_endpoint", .text),
            ("revocation_endpoint_auth_methods_supported", texts), ("id_token_signing_alg_values_supported", texts),
            ("subject_types_supported", texts), ("response_types_supported", texts), ("claims_supported", texts),
        ]
        return NamedSchema(name: "TokenIssuer", schema: .object(members, required: members.map(\.name)))
    }()
}
