/// One entry of a tenant's audit trail: actor, action, target, request origin and changes. Each is chained to the entry
/// before it by hash.
public struct AuditEntry: Sendable, Hashable {
    public enum Action: String, Sendable, CaseIterable {
        case tenantCreated = "tenant.created"
        case tenantUpdated = "tenant.updated"
        case tenantSuspended = "tenant.suspended"
        case tenantActivated = "tenant.activated"
        case tenantHostAdded = "tenant.host_added"
        case tenantHostRemoved = "tenant.host_removed"
        /// Settings that say how users sign in.
        case tenantSettingsChanged = "tenant.settings_changed"
        /// Settings of the tenant's app at Apple.
        case appleSettingsChanged = "tenant.apple_settings_changed"
        /// An operator entered the tenant.
        case tenantEntered = "tenant.entered"
        case userCreated = "user.created"
        case userSignedUp = "user.signed_up"
        case userInvited = "user.invited"
        case invitationAccepted = "user.invitation_accepted"
        case userUpdated = "user.updated"
        case roleAssigned = "user.role_assigned"
        case userDisabled = "user.disabled"
        case userEnabled = "user.enabled"
        case userDeleted = "user.deleted"
        /// The events of a user were deleted.
        case userEventsErased = "user.events_erased"
        case userPasswordSet = "user.password_set"
        /// Many wrong passwords in a row: tries now have to wait.
        case signInSlowed = "user.sign_in_slowed"
        /// An administrator made a one-time link to hand over.
        case linkCreated = "user.link_created"
        /// Many users at once, from another system.
        case usersImported = "users.imported"
        /// All users were exported.
        case usersExported = "users.exported"
        /// The user withdrew consent at Apple.
        case appleWithdrawn = "user.apple_withdrawn"
        case appleAccountDeleted = "user.apple_account_deleted"
        /// Apple's relay began or stopped forwarding mail to the user.
        case appleMailChanged = "user.apple_mail_changed"
        case identityLinked = "user.identity_linked"
        /// A sign-in method was removed.
        case identityUnlinked = "user.identity_unlinked"
        case sessionStarted = "session.started"
        case sessionEnded = "session.ended"
        /// An administrator began to impersonate this user.
        case userImpersonated = "user.impersonated"
        /// Several sessions at once, by a filter or of one user.
        case sessionsEnded = "sessions.ended"
        /// A refresh token was reused, and its session ended.
        case refreshReused = "session.refresh_reused"
        /// The parent of the current refresh token was presented late, and answered with the current successor.
        case refreshRepeated = "session.refresh_repeated"
        case signingKeyRotated = "signing_key.rotated"
        /// The key leaked, and is not trusted any more.
        case signingKeyWithdrawn = "signing_key.withdrawn"
        case keyCreated = "key.created"
        case keyRevoked = "key.revoked"
        case roleCreated = "role.created"
        case roleUpdated = "role.updated"
        case roleDeleted = "role.deleted"
        /// The tenant's runbook or note for an error code.
        case causeNoteChanged = "code.note_changed"
        /// A view of events that is shared, or was.
        case viewCreated = "view.created"
        case viewUpdated = "view.updated"
        case viewDeleted = "view.deleted"
        case eventExportStarted = "events.export_started"
        /// Events were exported, wholly or in part.
        case eventsExported = "events.exported"
        /// The tenant's own rules for errors that no table has.
        case causeRuleCreated = "code.rule_created"
        case causeRuleChanged = "code.rule_changed"
        case causeRuleDeleted = "code.rule_deleted"
        /// A failure was resolved, archived, opened again or assigned.
        case failureChanged = "failure.changed"
        case failureCommented = "failure.commented"
        /// A user tried an action that their role denies.
        case denied = "access.denied"
        case restored = "installation.restored"
        case operatorCreated = "operator.created"
        case operatorPasswordSet = "operator.password_set"
        case operatorRemoved = "operator.removed"
        case operatorSignedIn = "operator.signed_in"
        case secondFactorSet = "second_factor.set"
        case secondFactorRemoved = "second_factor.removed"
        case recoveryCodeUsed = "second_factor.recovery_code_used"
        case recoveryCodesReplaced = "second_factor.recovery_codes_replaced"
    }

    /// The object of the action.
    public struct Target: Sendable, Hashable {
        public let subject: DomainError.Subject
        /// The id, or the name of a role, or the text by which events name a user.
        public let id: String

        public init(_ subject: DomainError.Subject, _ id: some CustomStringConvertible) {
            self.subject = subject
            self.id = id.description
        }
    }

    /// One field's value before and after; nil means that there was none.
    public struct Change: Sendable, Hashable {
        public let field: String
        public let before: String?
        public let after: String?

        public init(_ field: String, from before: String?, to after: String?) {
            self.field = field
            self.before = before
            self.after = after
        }
    }

    public let sequence: Int64
    public let at: Timestamp
    public let action: Action
    public let actor: Principal.Kind
    public let address: String?
    public let requestID: String?
    public let target: Target?
    public let changes: [Change]

    public init(
        sequence: Int64,
        at: Timestamp,
        action: Action,
        actor: Principal.Kind,
        address: String?,
        requestID: String?,
        target: Target?,
        changes: [Change]
    ) {
        self.sequence = sequence
        self.at = at
        self.action = action
        self.actor = actor
        self.address = address
        self.requestID = requestID
        self.target = target
        self.changes = changes
    }
}
