import Domain
import Foundation

/// A request authenticated by an access token: the session as in the database now, and the token's claims.
public struct AccessTokenVisit: Sendable {
    public let access: SessionAccess
    public let claims: AccessTokenClaims

    public var record: SessionRecord { access.record }
}
