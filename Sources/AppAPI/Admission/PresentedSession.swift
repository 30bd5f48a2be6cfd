import Domain
import Hummingbird
import UseCases

/// A live session, and how the request presented it.
struct PresentedSession: Sendable {
    enum Carrier: Sendable {
        /// A bearer token, which the app sends deliberately.
        case bearer
        /// A cookie, which the browser adds to every request that any page causes.
        case cookie
    }

    let record: SessionRecord
    let token: String
    let carrier: Carrier
}
