public enum ReadEvents: Permission { public static let name = PermissionName.readEvents }
