import Domain
import StrictJSON

/// How a request shows who sends it.
enum SecurityScheme: String, Sendable, CaseIterable {
    case secretKey = "SecretKey"
    case secretKeyField = "SecretKeyField"
    case consoleSession = "ConsoleSession"
    case publishableKey = "PublishableKey"
    case publishableKeyField = "PublishableKeyField"
    case ingestKey = "IngestKey"
    case ingestKeyField = "IngestKeyField"
    case appSession = "AppSession"

    private func description(cookie: String) -> JSONValue {
        switch self {
        case .secretKey: Self.bearer("A secret key (`gh_sk_…`) of the tenant.")
        case .secretKeyField: Self.field("x-gatehouse-key", "A secret key (`gh_sk_…`) of the tenant.")
        case .consoleSession:
            [
                "type": "apiKey", "in": "cookie", "name": .string(cookie),
                "description": "The session of someone in the console. A write must come from a page of the same origin.",
            ]
        case .publishableKey: Self.field("apikey", "A publishable key (`gh_pk_…`) of the tenant.")
        case .publishableKeyField: Self.field("x-gatehouse-key", "A publishable key (`gh_pk_…`) of the tenant.")
        case .ingestKey: Self.bearer("An ingest key (`gh_ik_…`) of the tenant.")
        case .ingestKeyField: Self.field("x-gatehouse-key", "An ingest key (`gh_ik_…`) of the tenant.")
        case .appSession: Self.bearer("The token of an app's session (`gh_s_…`).")
        }
    }

    static func json(cookie: String) -> JSONValue {
        .object(JSONObject(allCases.map { ($0.rawValue, $0.description(cookie: cookie)) }))
    }

    /// Any one of the members of the list is enough.
    static func requirement(for route: RouteDescription) -> JSONValue {
        switch route.authentication {
        case .none: []
        // What only operators may do, no key can.
        case .memberOrSecretKey where route.permission == .manageTenants: any([.consoleSession])
        case .memberOrSecretKey: any([.secretKey], [.secretKeyField], [.consoleSession])
        case .consoleSession, .operator: any([.consoleSession])
        case .publishableKey: any([.publishableKey], [.publishableKeyField], [])
        case .ingestKey: any([.ingestKey], [.ingestKeyField])
        case .appSession: any([.publishableKey, .appSession], [.publishableKeyField, .appSession], [.appSession])
        }
    }

    private static func any(_ choices: [SecurityScheme]...) -> JSONValue {
        .array(choices.map { choice in .object(JSONObject(choice.map { ($0.rawValue, []) })) })
    }

    private static func bearer(_ words: String) -> JSONValue { ["type": "http", "scheme": "bearer", "description": .string(words)] }

    private static func field(_ name: String, _ words: String) -> JSONValue {
        ["type": "apiKey", "in": "header", "name": .string(name), "description": .string(words)]
    }
}
