import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// What the page is drawn from.
struct AppleSettingsState: Sendable {
    let apple: AppleSettings?
    let backlog: AppleBacklog
    let hosts: [HostName]
    let settings: VersionedSettings
}
