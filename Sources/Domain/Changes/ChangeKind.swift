/// What kind of change can explain why sign-in works better or worse than before.
public enum ChangeKind: String, Sendable, CaseIterable, Hashable {
    /// An event or a run named a release for the first time.
    case release
    case settings, key, role
    /// The tenant's app at Apple was set up differently.
    case appleSettings = "apple_settings"
    /// Apple did not respond, or not usefully, for an hour or several in a row.
    case appleOutage = "apple_outage"

    /// The entries of the audit log that are changes of this kind.
    public var actions: [AuditEntry.Action] {
        switch self {
        case .release, .appleOutage: []
        case .settings: [.tenantSettingsChanged, .tenantUpdated, .tenantHostAdded, .tenantHostRemoved]
        case .key: [.keyCreated, .keyRevoked, .signingKeyRotated, .signingKeyWithdrawn]
        case .role: [.roleCreated, .roleUpdated, .roleDeleted]
        case .appleSettings: [.appleSettingsChanged]
        }
    }

    /// Returns what someone may see: everything with the audit log, else what their other permissions let them read.
    public static func visible(to access: Access) -> Set<ChangeKind> {
        guard !access.allows(.readAudit) else { return Set(allCases) }
        return Set(allCases.filter { access.allows($0.permission) })
    }

    private var permission: PermissionName {
        switch self {
        case .release, .appleOutage: .readEvents
        case .settings, .appleSettings: .readSettings
        case .key: .readKeys
        case .role: .readRoles
        }
    }
}
