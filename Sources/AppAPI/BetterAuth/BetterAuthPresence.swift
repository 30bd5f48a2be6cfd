import Domain
import StrictJSON
import UseCases

/// A session and its user.
struct BetterAuthPresence: Sendable {
    let session: BetterAuthSession
    let user: User
}
