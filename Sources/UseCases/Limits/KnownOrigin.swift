import Domain
import Foundation

/// Says by what an account knows the origin of a try.
enum KnownOrigin: Sendable, Hashable {
    /// The device sent the device token that it got with an earlier sign-in.
    case device(Data)
    /// The network of one of the account's sessions.
    case network
}
