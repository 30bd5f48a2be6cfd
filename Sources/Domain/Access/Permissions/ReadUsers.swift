public enum ReadUsers: Permission { public static let name = PermissionName.readUsers }
