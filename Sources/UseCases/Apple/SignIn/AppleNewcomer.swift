import Domain

/// The user whom a token names, as an account that may have to be created.
struct AppleNewcomer: Sendable {
    let user: User
    let origin: RequestOrigin

    func decision(about record: AppleRecord, of use: AppleUse, policy: TenantSettings.SignUpPolicy) -> AppleDecision {
        let time = use.usedAt
        if record.isReplay(use) { return .reject(.apple(.replayed)) }
        if record.isWithdrawn { return .reject(.apple(.withdrawn)) }
        let email = record.emailOwner == nil ? user.email : nil
        guard let known = record.user else {
            guard policy == .open else { return .reject(.apple(.signUpDisabled)) }
            let new = email == user.email ? user : user.with(.init(email: .some(nil)), updatedAt: time)
            return .create(new, audit: audit(.userSignedUp, Transition(from: nil, to: new), at: time))
        }
        let released = known.hasServedBan(at: time) ? known.with(.init(state: .active), updatedAt: time) : known
        guard released.state == .active else { return .reject(.userDisabled) }
        let filled = filled(released, email: email, at: time)
        let before = known.with(updatedAt: time)
        guard record.isTransferred || filled.with(updatedAt: time) != before else { return .keep(known, audit: nil) }
        let moved: [AuditEntry.Change] = record.isTransferred ? [.init("apple_team", from: nil, to: "transferred")] : []
        let action: AuditEntry.Action = known.state == filled.state ? .userUpdated : .userEnabled
        return .keep(filled, audit: audit(action, Transition(from: known, to: filled), adding: moved, at: time))
    }

    /// Decides for a user who proves by a session that they own the account.
    func linking(about record: AppleRecord, of use: AppleUse) -> AppleDecision {
        let time = use.usedAt
        if record.isReplay(use) { return .reject(.apple(.replayed)) }
        if record.isWithdrawn { return .reject(.apple(.withdrawn)) }
        guard let target = record.target else { return .reject(.apple(.sessionEnded)) }
        if let owner = record.user { return owner.id == target.id ? .keep(owner, audit: nil) : .reject(.apple(.taken)) }
        guard !record.isTargetLinked else { return .reject(.apple(.taken)) }
        let isFree = record.emailOwner == nil || record.emailOwner?.id == target.id
        let linked = filled(target, email: isFree ? user.email : nil, at: time).with(
            .init(isAnonymous: false),
            updatedAt: time
        )
        let provider = AuditEntry.Change("provider", from: nil, to: Identity.Provider.apple.rawValue)
        let transition = Transition(from: target, to: linked)
        return .link(linked, audit: audit(.identityLinked, transition, adding: [provider], at: time))
    }

    /// Fills empty attributes from the token; overwrites none.
    private func filled(_ known: User, email: EmailAddress?, at now: Timestamp) -> User {
        let name: String? = known.name ?? user.name
        let address: EmailAddress? = known.email ?? email
        let isVerified = known.email == nil ? address != nil && user.emailVerified : known.emailVerified
        return known.with(.init(email: .some(address), emailVerified: isVerified, name: .some(name)), updatedAt: now)
    }

    private struct Transition {
        /// Nil for a new account.
        let from: User?
        let to: User
    }

    private func audit(
        _ action: AuditEntry.Action,
        _ transition: Transition,
        adding more: [AuditEntry.Change] = [],
        at now: Timestamp
    ) -> AuditDraft {
        let (old, user) = (transition.from, transition.to)
        var changes = more
        if old == nil { changes.append(.init("provider", from: nil, to: Identity.Provider.apple.rawValue)) }
        if user.email != old?.email { changes.append(.init("email", from: old?.email?.masked, to: user.email?.masked)) }
        if let old, user.name != old.name { changes.append(.init("name", from: old.name, to: user.name)) }
        if let old, user.bannedUntil != old.bannedUntil {
            changes.append(.init("banned_until", from: old.bannedUntil?.rfc3339, to: user.bannedUntil?.rfc3339))
        }
        let principal = Principal(kind: .user(user.id), rank: 0, permissions: [], origin: origin)
        return AuditDraft(action, by: principal, at: now, target: .init(.user, user.id), changes: changes)
    }
}

/// The decision about the use of a token.
public enum AppleDecision: Sendable {
    case reject(AuthFailure)
    case create(User, audit: AuditDraft)
    /// Adds a sign-in method to the target's account.
    case link(User, audit: AuditDraft)
    /// Keeps the user with the attributes the token or the request adds; without an audit entry nothing was added.
    case keep(User, audit: AuditDraft?)
}
