import Domain
import HTTPTypes
import StrictJSON

/// How a request authenticates.
package enum SecurityScheme: String, Sendable, CaseIterable {
    case secretKey = "SecretKey"
    case secretKeyField = "SecretKeyField"
    case secretKeyBasic = "SecretKeyBasic"
    case consoleSession = "ConsoleSession"
    case publishableKey = "PublishableKey"
    case publishableKeyField = "PublishableKeyField"
    case ingestKey = "IngestKey"
    case ingestKeyField = "IngestKeyField"
    case sentryAuth = "SentryAuth"
    case sentryQuery = "SentryQuery"
    case appSession = "AppSession"
    case appCookie = "AppCookie"
    case metricsToken = "MetricsToken"

    private func description(_ cookies: Cookies) -> JSONValue {
        switch self {
        case .secretKey: Self.bearer("A secret key (`gh_sk_…`) of the tenant.")
        case .secretKeyField: Self.field(.gatehouseKey, "A secret key (`gh_sk_…`) of the tenant.")
        case .secretKeyBasic:
            [
                "type": "http", "scheme": "basic",
                "description":
                    "A secret key (`gh_sk_…`) of the tenant as the password; the user name is ignored.",
            ]
        case .consoleSession:
            [
                "type": "apiKey", "in": "cookie", "name": .string(cookies.console),
                "description":
                    "A session of the console. A write must come from a page of the same origin.",
            ]
        case .publishableKey: Self.field(.apiKey, "A publishable key (`gh_pk_…`) of the tenant.")
        case .publishableKeyField: Self.field(.gatehouseKey, "A publishable key (`gh_pk_…`) of the tenant.")
        case .ingestKey: Self.bearer("An ingest key (`gh_ik_…`) of the tenant.")
        case .ingestKeyField: Self.field(.gatehouseKey, "An ingest key (`gh_ik_…`) of the tenant.")
        case .sentryAuth:
            Self.field(.xSentryAuth, "`Sentry sentry_key=…, sentry_version=7` with the key of the DSN.")
        case .sentryQuery:
            [
                "type": "apiKey", "in": "query", "name": "sentry_key",
                "description": "The key of the DSN, for pages of browsers.",
            ]
        case .appSession:
            Self.bearer(
                "The token of an app's session (`gh_s_…`), with a publishable key or at a host name of the tenant."
            )
        case .appCookie:
            [
                "type": "apiKey", "in": "cookie", "name": .string(cookies.app),
                "description":
                    "The session token of a browser, signed. A POST must come from a host name of the tenant.",
            ]
        case .metricsToken: Self.bearer("The metrics token of the configuration.")
        }
    }

    /// The names of the cookies, which depend on whether the public address is https.
    package struct Cookies: Sendable {
        package let console: String
        package let app: String

        package init(console: String, app: String) {
            self.console = console
            self.app = app
        }
    }

    package static func json(_ cookies: Cookies) -> JSONValue {
        .object(JSONObject(allCases.map { ($0.rawValue, $0.description(cookies)) }))
    }

    /// Requires any one member of the list.
    static func requirement(for route: RouteDescription, _ operation: APIOperation) -> JSONValue {
        if let own = operation.security { return any(own) }
        switch route.authentication {
        case .none: return []
        // A key never has an operator's permissions.
        case .memberOrSecretKey where route.permission == .manageTenants: return any([[.consoleSession]])
        case .memberOrSecretKey: return any([[.secretKey], [.secretKeyField], [.consoleSession]])
        case .secretKey: return any([[.secretKeyBasic], [.secretKey], [.secretKeyField]])
        case .consoleSession, .operator: return any([[.consoleSession]])
        case .publishableKey: return any(app)
        case .ingestKey: return any([[.ingestKey], [.ingestKeyField]])
        case .appSession, .accessToken: return any(appWithSession)
        case .appKey: return any(app)
        case .appAdministrator: return any([[.secretKey], [.secretKeyField]] + appWithSession)
        }
    }

    /// An app's request; without a key it is for the tenant that owns the host name.
    private static let app: [[SecurityScheme]] = [[.publishableKey], [.publishableKeyField], []]
    private static let appWithSession: [[SecurityScheme]] = [
        [.publishableKey, .appSession], [.publishableKeyField, .appSession], [.appSession],
        [.publishableKey, .appCookie], [.appCookie],
    ]
    /// An app's request for which a session is optional.
    package static let appPerhapsWithSession = appWithSession + app

    private static func any(_ choices: [[SecurityScheme]]) -> JSONValue {
        .array(choices.map { choice in .object(JSONObject(choice.map { ($0.rawValue, []) })) })
    }

    private static func bearer(_ words: String) -> JSONValue {
        ["type": "http", "scheme": "bearer", "description": .string(words)]
    }

    private static func field(_ name: HTTPField.Name, _ words: String) -> JSONValue {
        ["type": "apiKey", "in": "header", "name": .string(name.rawName), "description": .string(words)]
    }
}
