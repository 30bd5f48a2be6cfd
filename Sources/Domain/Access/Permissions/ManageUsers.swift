public enum ManageUsers: Permission { public static let name = PermissionName.manageUsers }
