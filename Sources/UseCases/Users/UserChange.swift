import Domain

/// An administrator's change of a user's data.
struct UserChange: Sendable {
    let revision: UserRevision
    /// The new password; nil leaves it as it is.
    var password: PasswordHash?
    /// The new name, when it was folded before.
    var name: SearchedName?
    let principal: Principal
    let now: Timestamp

    func decision(about record: UserRecord, becoming new: User) throws(DomainError) -> UserDecision {
        let old = record.user
        guard password != nil || new != old.with(updatedAt: now) else { return UserDecision(.keep(old), audit: nil) }
        try UserAdministration.guardAddress(of: record, becoming: new, by: principal, at: now)
        let isBanned = new.state == .disabled && old.state != .disabled
        let isTakenOver = UserAdministration.isTakenOver(record, becoming: new)
        return UserDecision(
            .keep(new),
            endSessions: isBanned ? .userDisabled : password != nil || isTakenOver ? .passwordChanged : nil,
            voidsInvitations: password != nil || new.email != old.email || isBanned || isTakenOver,
            password: password,
            forgetsIdentities: isTakenOver,
            name: name,
            audit: AuditDraft(
                isBanned ? .userDisabled : password != nil ? .userPasswordSet : .userUpdated,
                by: principal,
                at: now,
                target: .init(.user, old.id),
                changes: revision.changes(from: old, to: new)
            )
        )
    }
}
