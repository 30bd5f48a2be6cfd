public enum TriageFailures: Permission { public static let name = PermissionName.triageFailures }
