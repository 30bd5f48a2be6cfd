public enum ManageKeys: Permission { public static let name = PermissionName.manageKeys }
