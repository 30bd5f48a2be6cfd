public enum EnterConsole: Permission { public static let name = PermissionName.enterConsole }
