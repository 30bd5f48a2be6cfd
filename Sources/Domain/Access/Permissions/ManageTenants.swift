public enum ManageTenants: Permission { public static let name = PermissionName.manageTenants }
