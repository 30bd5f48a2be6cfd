import Domain
import Hummingbird
import StrictJSON
import UseCases

/// The Apple settings of a tenant, and the state of the connection.
struct AppleStatus: Sendable {
    let settings: AppleSettings?
    let backlog: AppleBacklog
}
