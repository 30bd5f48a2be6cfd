import ConsoleKit
import Domain
import UseCases

/// What the page of the app at Apple shows: what is stored, and what came of a form.
struct AppleSettingsState: Sendable {
    let apple: AppleSettings?
    let backlog: AppleBacklog
    let hosts: [HostName]
    let settings: VersionedSettings
    var sent = Sent()

    /// What came of a form, and the form as it was typed.
    struct Sent: Sendable {
        var form: AppleSettingsForm?
        var options: SettingsForm?
        var checkUp: AppleCheckUp?
        /// The return address that Apple was asked for.
        var redirect: String?
        var problems = SettingsProblems()
    }
}
