public enum RevokeSessions: Permission { public static let name = PermissionName.revokeSessions }
