public enum ReadSessions: Permission { public static let name = PermissionName.readSessions }
