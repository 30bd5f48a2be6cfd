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
}

/// A permission as a type, so that the compiler checks that a caller holds the right one.
public protocol Permission: Sendable {
    static var name: PermissionName { get }
}

public enum EnterConsole: Permission { public static let name = PermissionName.enterConsole }
public enum ReadUsers: Permission { public static let name = PermissionName.readUsers }
public enum ManageUsers: Permission { public static let name = PermissionName.manageUsers }
public enum AssignRoles: Permission { public static let name = PermissionName.assignRoles }
public enum ImpersonateUsers: Permission { public static let name = PermissionName.impersonateUsers }
public enum ReadSessions: Permission { public static let name = PermissionName.readSessions }
public enum RevokeSessions: Permission { public static let name = PermissionName.revokeSessions }
public enum ReadEvents: Permission { public static let name = PermissionName.readEvents }
public enum ReadAudit: Permission { public static let name = PermissionName.readAudit }
public enum ReadKeys: Permission { public static let name = PermissionName.readKeys }
public enum ManageKeys: Permission { public static let name = PermissionName.manageKeys }
public enum ReadRoles: Permission { public static let name = PermissionName.readRoles }
public enum ManageRoles: Permission { public static let name = PermissionName.manageRoles }
public enum ReadSettings: Permission { public static let name = PermissionName.readSettings }
public enum ManageSettings: Permission { public static let name = PermissionName.manageSettings }
public enum ManageTenants: Permission { public static let name = PermissionName.manageTenants }
