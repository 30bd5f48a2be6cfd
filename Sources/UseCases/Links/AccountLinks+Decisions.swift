import Domain

/// Decides what a used link changes.
extension AccountLinks {
    /// Returns the user after they confirmed the mailbox.
    static func shown(
        _ link: OneTimeLink,
        _ record: UserRecord,
        at now: Timestamp,
        from origin: RequestOrigin
    ) throws(DomainError) -> UserDecision {
        let principal = principal(record, from: origin)
        // A change to the current address only confirms it, as any other link does.
        if link.purpose == .changeEmail, link.email != record.user.email {
            return moved(record.user, to: link.email, at: now, by: principal)
        }
        return try confirmed(record, by: link, at: now, principal)
    }

    private static func moved(
        _ old: User,
        to email: EmailAddress?,
        at now: Timestamp,
        by principal: Principal
    ) -> UserDecision {
        let new = old.with(.init(email: email, emailVerified: true, isAnonymous: false), updatedAt: now)
        let change = AuditEntry.Change("email", from: old.email?.masked, to: new.email?.masked)
        return UserDecision(
            .keep(new),
            voidsInvitations: true,
            audit: AuditDraft(.userUpdated, by: principal, at: now, target: .init(.user, old.id), changes: [change])
        )
    }

    private static func confirmed(
        _ record: UserRecord,
        by link: OneTimeLink,
        at now: Timestamp,
        _ principal: Principal
    ) throws(DomainError) -> UserDecision {
        let old = record.user
        // The link was sent to an address that the user has changed since.
        guard old.email == link.email else { throw .notFound(.link) }
        let isReleased = old.state != .active
        guard !old.emailVerified || isReleased else { return UserDecision(.keep(old), audit: nil) }
        // The user who typed the address when the account was created has not confirmed it: their sign-in methods and
        // sessions end.
        let isTakenOver =
            !old.emailVerified && ([.signIn, .resetPassword].contains(link.purpose) || record.isContested)
        let confirmed = AuditEntry.Change("email_verified", from: String(old.emailVerified), to: "true")
        let changes = isTakenOver ? [confirmed, Self.forgotten(record)] : [confirmed]
        return UserDecision(
            .keep(old.with(.init(emailVerified: true, state: .active), updatedAt: now)),
            endSessions: isTakenOver ? .passwordChanged : nil,
            voidsInvitations: isTakenOver,
            forgetsIdentities: isTakenOver,
            audit: AuditDraft(
                isReleased ? .userEnabled : .userUpdated,
                by: principal,
                at: now,
                target: .init(.user, old.id),
                changes: changes
            )
        )
    }

    /// Removes every earlier sign-in method: it belongs to a user who only typed the address.
    static func forgotten(_ record: UserRecord) -> AuditEntry.Change {
        .init("identities", from: record.isContested ? "contested" : "unproven", to: nil)
    }

    static func principal(_ record: UserRecord, from origin: RequestOrigin) -> Principal {
        .user(record.user.id, role: record.role, from: origin)
    }
}
