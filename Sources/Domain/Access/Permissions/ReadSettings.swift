public enum ReadSettings: Permission { public static let name = PermissionName.readSettings }
