/// The pages of the console that the settings are spread over.
public enum SettingsPage: CaseIterable, Sendable {
    case signIn, apple, sessions, texts, newPeople
}
