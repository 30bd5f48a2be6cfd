public enum ManageRoles: Permission { public static let name = PermissionName.manageRoles }
