public enum ImpersonateUsers: Permission { public static let name = PermissionName.impersonateUsers }
