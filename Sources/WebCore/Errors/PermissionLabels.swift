import Domain

extension PermissionName {
    /// What users read where roles are chosen.
    package var words: String {
        switch self {
        case .enterConsole: "Console access"
        case .readUsers: "See users"
        case .manageUsers: "Create, edit, disable and delete users"
        case .assignRoles: "Assign roles"
        case .impersonateUsers: "Impersonate users"
        case .readSessions: "See sessions"
        case .revokeSessions: "End sessions"
        case .readEvents: "See events"
        case .triageFailures: "Triage failures"
        case .readAudit: "See audit log"
        case .readKeys: "See keys"
        case .manageKeys: "Create and revoke keys"
        case .readRoles: "See roles"
        case .manageRoles: "Create and change roles"
        case .readSettings: "See settings"
        case .manageSettings: "Change settings"
        case .manageTenants: "Manage tenants"
        }
    }
}
