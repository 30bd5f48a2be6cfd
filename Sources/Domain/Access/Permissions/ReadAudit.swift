public enum ReadAudit: Permission { public static let name = PermissionName.readAudit }
