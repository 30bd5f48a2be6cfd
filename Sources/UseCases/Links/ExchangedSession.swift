import Crypto
import Domain
import Foundation

/// The result of exchanging a code.
public struct ExchangedSession: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let method: AuthenticationMethod
}

extension ExchangedSession: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { session.id }
}
