public enum ReadRoles: Permission { public static let name = PermissionName.readRoles }
