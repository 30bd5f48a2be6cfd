import Domain
import Foundation

/// A refresh token of Apple's, sealed: it checks later whether the user still consents to the app, and is revoked in
/// the end.
public struct StoredAppleToken: Sendable, Hashable {
    public let user: User.ID
    public let clientID: String
    public let sealed: Data
    public let createdAt: Timestamp

    public init(user: User.ID, clientID: String, sealed: Data, createdAt: Timestamp) {
        self.user = user
        self.clientID = clientID
        self.sealed = sealed
        self.createdAt = createdAt
    }

    /// Returns the cell that the token is sealed for.
    static func place(of user: User.ID, clientID: String) -> SecretPlace {
        SecretPlace(table: "apple_tokens", column: "sealed", row: user.uuid.bytes + Array(clientID.utf8))
    }
}
