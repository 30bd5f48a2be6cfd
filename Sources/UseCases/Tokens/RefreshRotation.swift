import Domain
import Foundation

/// The next generation of a session, to begin if the previous one is still current.
public struct RefreshRotation: Sendable {
    /// The session after the rotation: last seen, limits, device and address.
    public let session: Session
    public let from: Int64
    public let at: Timestamp

    public init(session: Session, from: Int64, at: Timestamp) {
        self.session = session
        self.from = from
        self.at = at
    }
}
