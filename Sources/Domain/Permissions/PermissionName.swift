/// Names a permission. The name is stored with roles and shown to administrators.
public enum PermissionName: String, Sendable, CaseIterable, Hashable {
    /// Sign in to the console, or use the management API with a session.
    case enterConsole = "console.enter"
    case readUsers = "users.read"
    /// Create, invite, edit, disable, enable and delete.
    case manageUsers = "users.manage"
    case assignRoles = "users.assign_role"
    /// Use the app as another user, who has no permissions.
    case impersonateUsers = "users.impersonate"
    case readSessions = "sessions.read"
    case revokeSessions = "sessions.revoke"
    case readEvents = "events.read"
    /// Resolve, archive, assign and comment on failures.
    case triageFailures = "failures.triage"
    case readAudit = "audit.read"
    case readKeys = "keys.read"
    case manageKeys = "keys.manage"
    case readRoles = "roles.read"
    case manageRoles = "roles.manage"
    case readSettings = "settings.read"
    /// Change how users sign in.
    case manageSettings = "settings.manage"
    /// Create tenants, suspend them, own host names. Only operators hold it, in no tenant's role.
    case manageTenants = "tenants.manage"

    /// The permissions that a tenant's role can have.
    public static let grantable = allCases.filter { $0 != .manageTenants }

    /// The permissions without which this one has no effect: who decides about a failure must be able to read it, and
    /// the API answers with it.
    public var prerequisites: [PermissionName] { self == .triageFailures ? [.readEvents] : [] }
}
