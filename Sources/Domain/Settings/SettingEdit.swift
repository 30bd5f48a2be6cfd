/// Changes one setting.
public typealias SettingEdit = @Sendable (inout TenantSettings) -> Void
