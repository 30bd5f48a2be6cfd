import Domain
import Foundation

/// The time a session was proven. The key is the session's own: the id of a member's, the hash of an operator's token.
public struct SessionProof: Sendable, Hashable {
    public let session: Data
    public let at: Timestamp

    public init(session: Data, at: Timestamp) {
        self.session = session
        self.at = at
    }
}
