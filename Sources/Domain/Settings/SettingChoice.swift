/// The values of a setting that is one of several words, or any of them.
public protocol SettingChoice: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The values in the order of forms.
    static var displayed: [Self] { get }
}

extension SettingChoice {
    public static var displayed: [Self] { Array(allCases) }
}

extension SessionLimit.Action: SettingChoice {
    public static let displayed: [Self] = [.endOldest, .refuse]
}

extension TenantSettings.Dialect {
    public static let displayed: [Self] = [.both, .betterAuth, .gotrue]
}
