import ConsoleKit
import Domain

extension PermissionName {
    /// One sentence: what a member with it can do.
    func meaning(_ texts: Texts) -> String { texts(TextKey("roles.meaning.\(keyPart)")) }
}

extension Role {
    /// `Custom`
    func origin(_ texts: Texts) -> String { texts(isBuiltIn ? "roles.built-in" : "roles.custom") }

    /// `3 of 15`: its share of all permissions that a role can have.
    func permissionCount(_ texts: Texts) -> String {
        texts(
            "roles.permission-count",
            ["granted": .number(permissions.count), "total": .number(PermissionName.grantable.count)]
        )
    }
}

extension Role.ConsoleAccess {
    /// One sentence: `Read-only, can end sessions.`
    func sentence(_ texts: Texts) -> String { texts(TextKey("roles.access.\(rawValue)")) }
}

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
