/// The values of a setting that is one of several words, or any of them.
public protocol SettingChoice: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The values in the order of forms.
    static var displayed: [Self] { get }
    var title: String { get }
    /// A sentence that says what the value does.
    var hint: String { get }
}

extension SettingChoice {
    public static var displayed: [Self] { Array(allCases) }
}
