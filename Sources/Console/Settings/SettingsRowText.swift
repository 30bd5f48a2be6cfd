/// A row of a list of settings in words.
struct SettingsRowText: Sendable {
    let title: String
    let detail: String
    let text: String
}
