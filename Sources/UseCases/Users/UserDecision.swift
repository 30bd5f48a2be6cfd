import Domain

/// The decided change of a user.
public struct UserDecision: Sendable {
    public enum Effect: Sendable {
        case keep(User)
        /// Hides the user and ends their sessions, links and invitations at once; `UserPurge` deletes the rows. The
        /// audit trail stays.
        case delete
    }

    public let effect: Effect
    /// Ends the user's sessions of these kinds when set.
    public let endSessions: Session.EndReason?
    public let endKinds: Set<Session.Kind>
    /// The session of the request, which stays open.
    public let keepsSession: Session.ID?
    /// Makes open invitations and one-time links of the user void: they were sent to another address, or for a lower
    /// role.
    public let voidsInvitations: Bool
    public let password: PasswordHash?
    /// Deletes all sign-in methods before a new password is set.
    public let forgetsIdentities: Bool
    /// The user's new name, folded before the transaction; nil leaves folding to the store.
    public let name: SearchedName?
    /// Nil when nothing changes.
    public let audit: AuditDraft?

    public init(
        _ effect: Effect,
        endSessions: Session.EndReason? = nil,
        endKinds: Set<Session.Kind> = Set(Session.Kind.allCases),
        keepsSession: Session.ID? = nil,
        voidsInvitations: Bool = false,
        password: PasswordHash? = nil,
        forgetsIdentities: Bool = false,
        name: SearchedName? = nil,
        audit: AuditDraft?
    ) {
        self.keepsSession = keepsSession
        self.effect = effect
        self.endSessions = endSessions
        self.endKinds = endKinds
        self.voidsInvitations = voidsInvitations
        self.password = password
        self.forgetsIdentities = forgetsIdentities
        self.name = name
        self.audit = audit
    }
}
