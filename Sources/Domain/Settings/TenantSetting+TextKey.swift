/// The keys of a setting's texts in the catalogue.
extension TenantSetting {
    /// - Parameter part: `label`, `hint`, …
    /// - Returns: `settings.sign-up.label`
    public func textKey(_ part: String) -> TextKey { TextKey("settings.\(Self.hyphenated(fieldName)).\(part)") }

    /// The key of a value's title: `settings.sign-up.open`. The sentence that says what the value does has the key
    /// `settings.sign-up.open.hint`.
    public func textKey(ofValue value: String, _ part: String? = nil) -> TextKey {
        textKey(Self.hyphenated(value) + (part.map { ".\($0)" } ?? ""))
    }

    private static func hyphenated(_ name: String) -> String { name.replacing("_", with: "-") }
}
