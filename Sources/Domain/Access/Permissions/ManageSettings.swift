public enum ManageSettings: Permission { public static let name = PermissionName.manageSettings }
