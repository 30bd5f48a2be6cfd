import ConsoleKit
import Domain

/// Permissions that belong together in a role's form.
enum PermissionGroup: String, CaseIterable, Sendable {
    case console, users, sessions, tenant

    var permissions: [PermissionName] {
        switch self {
        case .console: [.enterConsole]
        case .users: [.readUsers, .manageUsers, .assignRoles, .impersonateUsers, .readRoles, .manageRoles]
        case .sessions: [.readSessions, .revokeSessions, .readEvents, .triageFailures, .readAudit]
        case .tenant: [.readKeys, .manageKeys, .readSettings, .manageSettings]
        }
    }
}

extension PermissionGroup {
    func label(_ texts: Texts) -> String { texts(TextKey("roles.group.\(rawValue)")) }
}
