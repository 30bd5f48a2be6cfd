import Domain

extension PermissionName {
    /// One sentence: what someone with it can do.
    var meaning: String {
        switch self {
        case .enterConsole: "Sign in to the console. Required for all other permissions."
        case .readUsers: "Find users, and see their email addresses, devices and history."
        case .manageUsers: "Invite, edit, disable and delete users at or below one’s own level."
        case .assignRoles: "Assign roles with no more permissions than one’s own."
        case .impersonateUsers:
            "Use the app as a user without permissions, for an hour, from the app’s own admin pages."
        case .readSessions: "See who is signed in, on which device and from where."
        case .revokeSessions: "Sign users out: one device, or all sessions that match a filter."
        case .readEvents: "See each step of each sign-in, and what went wrong."
        case .readAudit: "See who did what to whom."
        case .readKeys: "See which keys exist, never the secrets themselves."
        case .manageKeys: "Create keys for apps and backends, and revoke them."
        case .readRoles: "See roles and their permissions."
        case .manageRoles: "Create and change roles with no more permissions than one’s own."
        case .readSettings: "See sign-in methods, session lifetimes and error messages."
        case .manageSettings: "Change sign-in methods, session lifetimes and error messages."
        case .manageTenants: "Create and suspend tenants."
        }
    }
}
