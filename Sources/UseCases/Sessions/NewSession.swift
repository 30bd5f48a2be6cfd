import Domain
import Foundation

/// A session that does not exist yet.
public struct NewSession: Sendable {
    public let session: Session
    public let token: CredentialHash
    /// The number of sessions of its kind that the user may have at once, including this one.
    public let maximum: Int
    /// The password hash that matched; the session begins only while it is still the user's. Nil for a user who signed
    /// in by another method.
    public let password: PasswordHash?
    public let audit: AuditDraft

    public init(
        session: Session,
        token: CredentialHash,
        maximum: Int = SessionLifetimes.maximumPerUser,
        password: PasswordHash? = nil,
        audit: AuditDraft
    ) {
        self.session = session
        self.token = token
        self.maximum = maximum
        self.password = password
        self.audit = audit
    }
}
