import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases

/// A linked account, as this dialect shows it.
struct BetterAuthLinkedAccount: Sendable {
    let identity: Identity
    let user: User.ID

    /// The upstream name of a provider; a password is `credential`.
    static func provider(_ provider: Identity.Provider) -> String {
        provider == .password ? "credential" : provider.rawValue
    }

    static func provider(named name: String) -> Identity.Provider? {
        Identity.Provider.allCases.first { provider($0) == name }
    }
}
