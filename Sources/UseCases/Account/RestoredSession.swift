import Domain
import Foundation
import StrictJSON

/// A session that a device restores when the app starts.
public struct RestoredSession: Sendable {
    public let session: Session
    public let profile: Profile
    /// New tokens, where a refresh token was presented.
    public let tokens: IssuedTokens?
}
