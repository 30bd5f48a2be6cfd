/// A permission as a type, so that the compiler checks that a caller holds the right one.
public protocol Permission: Sendable {
    static var name: PermissionName { get }
}

public enum AssignRoles: Permission { public static let name = PermissionName.assignRoles }
public enum EnterConsole: Permission { public static let name = PermissionName.enterConsole }
public enum ImpersonateUsers: Permission { public static let name = PermissionName.impersonateUsers }
public enum ManageKeys: Permission { public static let name = PermissionName.manageKeys }
public enum ManageRoles: Permission { public static let name = PermissionName.manageRoles }
public enum ManageSettings: Permission { public static let name = PermissionName.manageSettings }
public enum ManageTenants: Permission { public static let name = PermissionName.manageTenants }
public enum ManageUsers: Permission { public static let name = PermissionName.manageUsers }
public enum ReadAudit: Permission { public static let name = PermissionName.readAudit }
public enum ReadEvents: Permission { public static let name = PermissionName.readEvents }
public enum ReadKeys: Permission { public static let name = PermissionName.readKeys }
public enum ReadRoles: Permission { public static let name = PermissionName.readRoles }
public enum ReadSessions: Permission { public static let name = PermissionName.readSessions }
public enum ReadSettings: Permission { public static let name = PermissionName.readSettings }
public enum ReadUsers: Permission { public static let name = PermissionName.readUsers }
public enum RevokeSessions: Permission { public static let name = PermissionName.revokeSessions }
public enum TriageFailures: Permission { public static let name = PermissionName.triageFailures }
