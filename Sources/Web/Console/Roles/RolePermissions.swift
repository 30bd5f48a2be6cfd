import Domain

/// Permissions that belong together where roles are made.
enum PermissionGroup: String, CaseIterable, Sendable {
    case console = "The console"
    case people = "People"
    case sessions = "Sessions and events"
    case tenant = "The tenant"

    var permissions: [PermissionName] {
        switch self {
        case .console: [.enterConsole]
        case .people: [.readUsers, .manageUsers, .assignRoles, .impersonateUsers, .readRoles, .manageRoles]
        case .sessions: [.readSessions, .revokeSessions, .readEvents, .readAudit]
        case .tenant: [.readKeys, .manageKeys, .readSettings, .manageSettings]
        }
    }
}

extension PermissionName {
    /// One sentence: what someone with it can do.
    var meaning: String {
        switch self {
        case .enterConsole: "Sign in here. Without it the others count for nothing."
        case .readUsers: "Find people, and see their addresses, devices and history."
        case .manageUsers: "Invite, edit, disable and delete people of lower or equal rank."
        case .assignRoles: "Give people roles that may do no more than one’s own."
        case .impersonateUsers:
            "For an hour, from the app’s own admin pages, as someone whose role may do nothing here."
        case .readSessions: "See who is signed in, on which device, from where."
        case .revokeSessions: "Sign people out: one device, or all that match a filter."
        case .readEvents: "See each step of each sign-in, and what went wrong."
        case .readAudit: "See who did what to whom."
        case .readKeys: "See which keys there are; never their text."
        case .manageKeys: "Make keys for apps and back ends, and revoke them."
        case .readRoles: "See what each role may do."
        case .manageRoles: "Make and change roles that may do no more than one’s own."
        case .readSettings: "See the ways to sign in, lifetimes and texts."
        case .manageSettings: "Switch ways to sign in on and off, change lifetimes and texts."
        case .manageTenants: "Make and suspend tenants."
        }
    }
}
