import Domain
import HTTPTypes

/// One route, as the tests and the API description see it.
public struct RouteDescription: Sendable, Hashable {
    /// Which part of Gatehouse it belongs to.
    public enum Area: String, Sendable, CaseIterable {
        case console, management, account, auth, tokens, goTrue = "gotrue", apple, ingest, operations
    }

    /// What a request has to bring.
    public enum Authentication: String, Sendable, CaseIterable {
        case none
        case publishableKey = "publishable_key"
        case ingestKey = "ingest_key"
        case appSession = "app_session"
        /// A publishable or a secret key.
        case appKey = "app_key"
        /// The same, and an access token or the token of a session.
        case accessToken = "access_token"
        /// The session of someone of the app whose role has the permission, or a secret key.
        case appAdministrator = "app_administrator"
        case secretKey = "secret_key"
        case memberOrSecretKey = "member_or_secret_key"
        case consoleSession = "console_session"
        case `operator`
    }

    public let method: HTTPRequest.Method
    /// The template, `/api/v1/tenants/{tenant}/users/{user}`.
    public let path: String
    public let area: Area
    public let authentication: Authentication
    /// What the one who asks must hold; nil when being let in is enough.
    public let permission: PermissionName?
    /// Its name in the API description.
    public let operation: String?
}

extension RouteDescription: CustomStringConvertible {
    public var description: String { "\(method.rawValue) \(path)" }
}
