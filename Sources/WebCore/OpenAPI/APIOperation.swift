import Domain
import HTTPTypes
import StrictJSON

/// The API description of one route. The route names it by `id`.
package struct APIOperation: Sendable {
    package enum Tag: String, Sendable, CaseIterable {
        case users, sessions, events, failures, codes, keys, roles, audit, settings, tenants
        case betterAuth = "better-auth"
        case goTrue = "gotrue"
        case account, apple, tokens, ingest, operations

        package var summary: String {
            switch self {
            case .users: "Users of a tenant: find, create, invite, edit, disable, delete."
            case .sessions: "Sessions of users: list and revoke."
            case .events: "Authentication events: search, trace, count."
            case .failures: "Failures: events with one cause, what members decide about them, and whom they affect."
            case .codes: "The catalogue of causes: what each canonical code of an event means."
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

    package let id: String
    package let tag: Tag
    package let summary: String
    package var details: String?
    package var query: [InputDescription] = []
    package var headers: [InputDescription] = []
    package var body: Body?
    package var answers: [Answer]
    /// The conflicts of the operation, besides those of every route of its kind.
    package var conflicts: [DomainError.Conflict] = []
    /// The errors of the operation, besides those of every route of its kind.
    package var errors: [ErrorResponse] = []
    /// The credentials of the operation, if they differ from those of its kind of route.
    package var security: [[SecurityScheme]]?
    /// Kept for existing clients; new ones use another operation.
    package var isDeprecated = false

    package init(
        id: String,
        tag: Tag,
        summary: String,
        details: String? = nil,
        query: [InputDescription] = [],
        headers: [InputDescription] = [],
        body: Body? = nil,
        answers: [Answer],
        conflicts: [DomainError.Conflict] = [],
        errors: [ErrorResponse] = [],
        security: [[SecurityScheme]]? = nil,
        isDeprecated: Bool = false
    ) {
        self.id = id
        self.tag = tag
        self.summary = summary
        self.details = details
        self.query = query
        self.headers = headers
        self.body = body
        self.answers = answers
        self.conflicts = conflicts
        self.errors = errors
        self.security = security
        self.isDeprecated = isDeprecated
    }

    /// The request body, in one or several formats.
    package struct Body: Sendable {
        package var contents: [Content]
        package var isRequired = true

        package init(contents: [Content], isRequired: Bool = true) {
            self.contents = contents
            self.isRequired = isRequired
        }

        package struct Content: Sendable {
            var mediaType = "application/json"
            let schema: NamedSchema
            var example: JSONValue?

            package init(mediaType: String = "application/json", schema: NamedSchema, example: JSONValue? = nil) {
                self.mediaType = mediaType
                self.schema = schema
                self.example = example
            }
        }

        /// Creates a JSON object with the members that `inputs` reads and no others.
        package static func object<Value>(
            _ name: String,
            _ inputs: Inputs<Value>,
            example: JSONValue? = nil,
            isRequired: Bool = true
        ) -> Body {
            object(name, inputs.descriptions, example: example, isRequired: isRequired)
        }

        /// Creates an object with the members that `inputs` reads, and possibly others. Only those whose schema says so
        /// may be null.
        /// - Parameter requiresMembers: false for one of several kinds of body, which require different members.
        package static func open<Value>(
            _ name: String,
            _ inputs: Inputs<Value>,
            mediaType: String = "application/json",
            example: JSONValue? = nil,
            requiresMembers: Bool = true
        ) -> Body {
            let schema = NamedSchema(name: name, schema: .open(inputs.descriptions, requiresMembers: requiresMembers))
            return Body(contents: [Content(mediaType: mediaType, schema: schema, example: example)])
        }

        /// Creates a JSON object with these members and no others.
        package static func object(
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
    package struct Answer: Sendable {
        package let status: HTTPResponse.Status
        package let summary: String
        package var schema: NamedSchema?
        package var mediaType = "application/json"
        /// The media type of the same response in binary, when the client can choose.
        package var binaryMediaType: String?
        package var headers: [InputDescription] = []

        package init(
            status: HTTPResponse.Status,
            summary: String,
            schema: NamedSchema? = nil,
            mediaType: String = "application/json",
            binaryMediaType: String? = nil,
            headers: [InputDescription] = []
        ) {
            self.status = status
            self.summary = summary
            self.schema = schema
            self.mediaType = mediaType
            self.binaryMediaType = binaryMediaType
            self.headers = headers
        }

        package static func ok(_ summary: String, _ schema: NamedSchema) -> Answer {
            Answer(status: .ok, summary: summary, schema: schema)
        }

        package static func created(_ summary: String, _ schema: NamedSchema) -> Answer {
            Answer(status: .created, summary: summary, schema: schema, headers: [location])
        }

        package static func noContent(_ summary: String) -> Answer {
            Answer(status: .noContent, summary: summary)
        }

        /// The responses with public content, which caches may keep. The operation takes `InputDescription.knownTag`.
        package static func cached(_ summary: String, _ schema: NamedSchema) -> [Answer] {
            let headers = [
                InputDescription(.eTag, .text, isRequired: true, "Identifies this content."),
                InputDescription(.cacheControl, .text, isRequired: true, "How long the response may be cached."),
            ]
            return [
                Answer(status: .ok, summary: summary, schema: schema, headers: headers),
                Answer(status: .notModified, summary: "Unchanged since the client's copy.", headers: headers),
            ]
        }

        private static let location = InputDescription(
            .location,
            .text,
            isRequired: true,
            "The path of the new resource."
        )
    }
}
