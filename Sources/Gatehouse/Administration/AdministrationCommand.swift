import Foundation

/// An administration command of the shell, as a value. The command performs it itself, or sends it to the server that
/// holds the data folder.
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
    /// `tenant` is nil for an operator.
    case resetSecondFactor(tenant: String?, email: String)
    /// At most `UserTransfer.batch` lines.
    case importUsers(tenant: String, lines: [Data], isTrial: Bool)
    /// One batch; the next batch begins after the last user of this one.
    case exportUsers(tenant: String, after: String?, withPasswords: Bool)
    case examine
    /// - `folder`: absolute.
    case backUp(folder: String)

    /// Whether the command reads the files only, and so must not migrate the schema first.
    var concernsFilesOnly: Bool {
        switch self {
        case .examine, .backUp: true
        default: false
        }
    }

    /// Whether the command creates the installation when there is none.
    var startsInstallation: Bool {
        switch self {
        case .createTenant, .createOperator: true
        default: false
        }
    }
}
