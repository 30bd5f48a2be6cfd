import Domain
import HTTPTypes
import StrictJSON

/// The API description of one route. The route names it by `id`.
struct APIOperation: Sendable {
    enum Tag: String, Sendable, CaseIterable {
        case users, sessions, events, keys, roles, audit, settings, tenants
        case betterAuth = "better-auth"
        case goTrue = "gotrue"
        case account, apple, tokens, ingest, operations

        var summary: String {
            switch self {
            case .users: "Users of a tenant: find, create, invite, edit, disable, delete."
            case .sessions: "Sessions of users: list and revoke."
            case .events: "Authentication events: search, trace, count."
            case .keys: "API keys of a tenant, for its apps and its backend."
            case .roles: "Sets of permissions; each user has one."
            case .audit: "The audit log: actor, action, target."
            case .settings: "Settings of a tenant: sign-in methods, lifetimes, redirect URLs."
            case .tenants: "The tenants of the installation, for operators."
            case .betterAuth: "Sign-in, sign-up, sessions and accounts for clients of Better Auth."
            case .goTrue: "Sign-in, sign-up, refresh, users and administration for clients of Supabase Auth (GoTrue)."
            case .account: "Self-service of the signed-in user: profile, sessions, deletion."
            case .apple: "What Apple calls: the web flow of Sign in with Apple, and server-to-server notifications."
            case .tokens: "Token verification, introspection and revocation for backends (OAuth 2.0, JWKS)."
            case .ingest: "Telemetry of apps: native events, OpenTelemetry logs, Sentry envelopes."
            case .operations: "Health, metrics and this API description."
            }
        }
    }

    let id: String
    let tag: Tag
    let summary: String
    var details: String?
    var query: [InputDescription] = []
    var headers: [InputDescription] = []
    var body: Body?
    var answers: [Answer]
    /// The conflicts of the operation, besides those of every route of its kind.
    var conflicts: [DomainError.Conflict] = []
    /// The errors of the operation, besides those of every route of its kind.
    var refusals: [Refusal] = []
    /// The credentials of the operation, if they differ from those of its kind of route.
    var security: [[SecurityScheme]]?
    /// Kept for existing clients; new ones use another operation.
    var isDeprecated = false

    /// The request body, in one or several formats.
    struct Body: Sendable {
        var contents: [Content]
        var isRequired = true

        struct Content: Sendable {
            var mediaType = "application/json"
            let schema: NamedSchema
            var example: JSONValue?
        }

        /// Makes a JSON object with these members and no others.
        static func object(
            _ name: String,
            _ inputs: [InputDescription],
            example: JSONValue? = nil,
            isRequired: Bool = true
        ) -> Body {
            let required = inputs.filter(\.isRequired).map(\.name)
            let schema = Schema.object(inputs.map { ($0.name, $0.member) }, required: required)
            return Body(
                contents: [Content(schema: NamedSchema(name: name, schema: schema), example: example)],
                isRequired: isRequired
            )
        }
    }

    /// A successful response.
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let summary: String
        var schema: NamedSchema?
        var mediaType = "application/json"
        var headers: [InputDescription] = []

        static func ok(_ summary: String, _ schema: NamedSchema) -> Answer {
            Answer(status: .ok, summary: summary, schema: schema)
        }

        static func created(_ summary: String, _ schema: NamedSchema) -> Answer {
            Answer(status: .created, summary: summary, schema: schema, headers: [location])
        }

        static func noContent(_ summary: String) -> Answer {
            Answer(status: .noContent, summary: summary)
        }

        private static let location = InputDescription(
            "Location",
            .text,
            isRequired: true,
            "The path of what was created."
        )
    }
}
