import Domain
import StrictJSON

/// A checked change of a user's own account.
struct AccountUpdate: Sendable {
    /// The new address, when it counts at once.
    let email: EmailAddress?
    let password: PasswordHash?
    let name: SearchedName?
    let data: JSONObject?
    /// The requesting session: it stays when a new password ends the others.
    let session: Session.ID
    let principal: Principal
    let now: Timestamp

    func decision(about old: User) throws(DomainError) -> UserDecision {
        let metadata = try AccountSelfService.merged(data, into: old.userMetadata)
        let address: EmailAddress? = email ?? old.email
        let title: String? = name?.text ?? old.name
        let new = old.with(
            .init(email: address, name: title, userMetadata: metadata, isAnonymous: old.isAnonymous && email == nil),
            updatedAt: now
        )
        guard password != nil || new != old.with(updatedAt: now) else { return UserDecision(.keep(old), audit: nil) }
        return UserDecision(
            .keep(new),
            endSessions: password == nil ? nil : .passwordChanged,
            keepsSession: session,
            voidsInvitations: password != nil || email != nil,
            password: password,
            name: name,
            audit: AuditDraft(
                password == nil ? .userUpdated : .userPasswordSet,
                by: principal,
                at: now,
                target: .init(.user, old.id),
                changes: AccountSelfService.changes(from: old, to: new)
            )
        )
    }
}

extension AccountProfile: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { nil }
}
