import Domain

extension PermissionName {
    /// What people read where roles are chosen.
    var words: String {
        switch self {
        case .enterConsole: "Enter the console"
        case .readUsers: "See users"
        case .manageUsers: "Create, edit, disable and delete users"
        case .assignRoles: "Give roles"
        case .impersonateUsers: "Use the app as someone else"
        case .readSessions: "See sessions"
        case .revokeSessions: "End sessions"
        case .readEvents: "See events"
        case .readAudit: "Read the audit"
        case .readKeys: "See keys"
        case .manageKeys: "Create and revoke keys"
        case .readRoles: "See roles"
        case .manageRoles: "Create and change roles"
        case .readSettings: "See how people sign in"
        case .manageSettings: "Change how people sign in"
        case .manageTenants: "Manage tenants"
        }
    }
}
