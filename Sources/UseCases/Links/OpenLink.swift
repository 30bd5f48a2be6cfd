import Domain
import Foundation

/// The data read of a link that can be used now.
public struct OpenLink: Sendable {
    public let link: OneTimeLink
    public let user: User
    public let role: Role
    public let tenant: Tenant
    /// The address before the link was used, if it had been confirmed.
    public let formerEmail: EmailAddress?

    public init(link: OneTimeLink, user: User, role: Role, tenant: Tenant, formerEmail: EmailAddress? = nil) {
        self.formerEmail = formerEmail
        self.link = link
        self.user = user
        self.role = role
        self.tenant = tenant
    }
}

extension OpenLink: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}
