/// The pages of the console that the settings are spread over.
public enum SettingsPage: String, CaseIterable, Sendable {
    case signIn = "sign-in"
    case apple, sessions, texts
    case newPeople = "new-people"
    case events
}
