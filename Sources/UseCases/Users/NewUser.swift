import Domain
import Foundation

/// A user to be created.
public struct NewUser: Sendable {
    public let user: User
    public let password: PasswordHash?
    public let invitation: NewInvitation?
    public let audit: AuditDraft

    public init(user: User, password: PasswordHash?, invitation: NewInvitation? = nil, audit: AuditDraft) {
        self.user = user
        self.password = password
        self.invitation = invitation
        self.audit = audit
    }
}
