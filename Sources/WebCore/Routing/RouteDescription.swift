import Domain
import HTTPTypes

/// Describes one route for tests and the API description.
package struct RouteDescription: Sendable, Hashable {
    /// The part of Gatehouse that the route belongs to.
    package enum Area: String, Sendable, CaseIterable {
        case console, management, account, auth, tokens, goTrue = "gotrue", apple, ingest, operations
    }

    /// The credentials that a request needs.
    package enum Authentication: String, Sendable, CaseIterable {
        case none
        case publishableKey = "publishable_key"
        case ingestKey = "ingest_key"
        case appSession = "app_session"
        /// A publishable or a secret key.
        case appKey = "app_key"
        /// A publishable or a secret key, and an access token or a session token.
        case accessToken = "access_token"
        /// The session of an app user whose role has the permission, or a secret key.
        case appAdministrator = "app_administrator"
        case secretKey = "secret_key"
        case memberOrSecretKey = "member_or_secret_key"
        case consoleSession = "console_session"
        case `operator`
    }

    package let method: HTTPRequest.Method
    /// The template, `/api/v1/tenants/{tenant}/users/{user}`.
    package let path: String
    package let area: Area
    package let authentication: Authentication
    /// The permission that the caller needs; nil when authentication is enough.
    package let permission: PermissionName?
    /// The operation id in the API description.
    package let operation: String?

    /// The permission with its prerequisites.
    package var permissions: [PermissionName] { permission.map { [$0] + $0.prerequisites } ?? [] }
}

extension RouteDescription: CustomStringConvertible {
    package var description: String { "\(method.rawValue) \(path)" }
}

extension RouteDescription {
    /// Whether requests are counted by key or user, and by tenant.
    package var hasRequestLimit: Bool {
        switch area {
        case .management: true
        case .goTrue: authentication == .secretKey
        case .auth: authentication == .appAdministrator
        case .console, .account, .tokens, .apple, .ingest, .operations: false
        }
    }
}
