import Domain

/// Permissions that belong together where roles are made.
enum PermissionGroup: String, CaseIterable, Sendable {
    case console = "Console"
    case people = "Users"
    case sessions = "Sessions and events"
    case tenant = "Tenant"

    var permissions: [PermissionName] {
        switch self {
        case .console: [.enterConsole]
        case .people: [.readUsers, .manageUsers, .assignRoles, .impersonateUsers, .readRoles, .manageRoles]
        case .sessions: [.readSessions, .revokeSessions, .readEvents, .readAudit]
        case .tenant: [.readKeys, .manageKeys, .readSettings, .manageSettings]
        }
    }
}
