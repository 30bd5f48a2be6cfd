public enum ReadKeys: Permission { public static let name = PermissionName.readKeys }
