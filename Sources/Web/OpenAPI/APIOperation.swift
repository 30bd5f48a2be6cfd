import Domain
import HTTPTypes
import StrictJSON

/// What the API description says of one route. The route itself names it by `id`.
struct APIOperation: Sendable {
    enum Tag: String, Sendable, CaseIterable {
        case users, sessions, events, keys, roles, audit, settings, tenants, signIn = "sign-in", tokens, ingest,
            operations

        var summary: String {
            switch self {
            case .users: "People of a tenant: find, create, invite, edit, disable, delete."
            case .sessions: "Who is signed in, and how to end it."
            case .events: "What happened when people signed in."
            case .keys: "The keys that a tenant gives to its apps and its back end."
            case .roles: "Sets of permissions; each user has one."
            case .audit: "Who did what to whom."
            case .settings: "How the people of a tenant sign in."
            case .tenants: "The tenants of the installation, for operators."
            case .signIn: "What apps call to sign people in and keep them signed in."
            case .tokens: "What back ends call to check the tokens of people who are signed in, and to end them."
            case .ingest: "What apps call to tell what went wrong."
            case .operations: "Health, measurements and this description."
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
    /// What can be in the way of it, beyond what every route of its kind answers.
    var conflicts: [DomainError.Conflict] = []
    /// How it says no, beyond what every route of its kind answers.
    var refusals: [Refusal] = []
    /// Its credentials, where they are not those of every route of its kind.
    var security: [[SecurityScheme]]?
    /// Kept for clients that know it; a new one uses another.
    var isDeprecated = false

    /// The body of a request, in one or several formats.
    struct Body: Sendable {
        var contents: [Content]
        var isRequired = true

        struct Content: Sendable {
            var mediaType = "application/json"
            let schema: NamedSchema
            var example: JSONValue?
        }

        /// A JSON object with these members and no others.
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

    /// One way in which it can end well.
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
