import Foundation

/// What an operator asks for on the shell, as a value: done by the command itself, or sent to the server that holds the
/// data folder.
///
/// It may hold a password or a key, so it is never logged.
enum AdministrationCommand: Codable, Sendable, Hashable {
    case createTenant(slug: String, name: String)
    case listTenants
    case createKey(tenant: String, kind: String, name: String)
    case listKeys(tenant: String)
    case revokeKey(tenant: String, key: String)
    case listSigningKeys(tenant: String)
    case rotateSigningKeys(tenant: String, isLeaked: Bool)
    case setApple(
        tenant: String,
        team: String,
        key: String,
        privateKey: String?,
        clientIDs: [String],
        webClientID: String?
    )
    case showApple(tenant: String)
    case checkApple(tenant: String, redirectURI: String?)
    case createOperator(email: String, name: String, password: String)
    case createUser(tenant: String, role: String, email: String, name: String, password: String)
    case setOperatorPassword(email: String, password: String)
    case setPassword(tenant: String, email: String, password: String)
    case removeOperator(email: String)
    /// Of an operator, when no tenant is named.
    case resetSecondFactor(tenant: String?, email: String)
    /// At most `UserTransfer.batch` lines.
    case importUsers(tenant: String, lines: [Data], isTrial: Bool)
    /// One part; the next begins after the last person of this one.
    case exportUsers(tenant: String, after: String?, withPasswords: Bool)
    case examine
    /// - `folder`: absolute.
    case backUp(folder: String)

    /// Whether it looks at the files only, and so must not change the schema first.
    var concernsFilesOnly: Bool {
        switch self {
        case .examine, .backUp: true
        default: false
        }
    }

    /// Whether it makes sense where there is no installation yet: it starts one.
    var startsInstallation: Bool {
        switch self {
        case .createTenant, .createOperator: true
        default: false
        }
    }
}
