import Domain
import Foundation

/// A session with its user.
public struct SessionSummary: Sendable, Hashable {
    public let session: Session
    public let userName: String?
    public let userEmail: EmailAddress?
    public let userRole: Role.Name

    public init(session: Session, userName: String?, userEmail: EmailAddress?, userRole: Role.Name) {
        self.session = session
        self.userName = userName
        self.userEmail = userEmail
        self.userRole = userRole
    }
}
