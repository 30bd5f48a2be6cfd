extension AuditEntry {
    /// What a reader looks for: most entries are of sign-ins.
    public enum Kind: String, Sendable, CaseIterable {
        /// Something is different since.
        case changes
        /// Someone saw, or wanted to see or do, what is not theirs: operators, exports, denials, stolen tokens.
        case access
        case signIns = "sign-ins"

        public var actions: [Action] { Action.allCases.filter { $0.kind == self } }
    }
}

extension AuditEntry.Action {
    public var kind: AuditEntry.Kind {
        switch self {
        case .tenantCreated, .tenantUpdated, .tenantSuspended, .tenantActivated, .tenantHostAdded, .tenantHostRemoved,
            .tenantSettingsChanged, .appleSettingsChanged, .userCreated, .userInvited, .userUpdated, .roleAssigned,
            .userDisabled, .userEnabled, .userDeleted, .userEventsErased, .userPasswordSet, .linkCreated,
            .usersImported, .identityLinked, .identityUnlinked, .sessionsEnded, .signingKeyRotated,
            .signingKeyWithdrawn, .keyCreated, .keyRevoked, .roleCreated, .roleUpdated, .roleDeleted,
            .causeNoteChanged, .viewCreated, .viewUpdated, .viewDeleted, .causeRuleCreated, .causeRuleChanged,
            .causeRuleDeleted, .failureChanged, .failureCommented, .restored, .operatorCreated, .operatorPasswordSet,
            .operatorRemoved, .secondFactorSet, .secondFactorRemoved, .recoveryCodesReplaced:
            .changes
        case .tenantEntered, .usersExported, .eventExportStarted, .eventsExported, .userImpersonated, .denied,
            .operatorSignedIn, .refreshReused:
            .access
        case .userSignedUp, .invitationAccepted, .signInSlowed, .appleWithdrawn, .appleAccountDeleted,
            .appleMailChanged, .sessionStarted, .sessionEnded, .refreshRepeated, .recoveryCodeUsed:
            .signIns
        }
    }
}
