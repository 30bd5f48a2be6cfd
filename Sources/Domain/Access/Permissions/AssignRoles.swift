public enum AssignRoles: Permission { public static let name = PermissionName.assignRoles }
