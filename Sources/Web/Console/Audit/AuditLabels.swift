import Domain

extension AuditEntry.Action {
    /// What people read: `Role given`.
    var words: String {
        switch self {
        case .tenantCreated: "Tenant created"
        case .tenantUpdated: "Tenant changed"
        case .tenantSuspended: "Tenant suspended"
        case .tenantActivated: "Tenant activated"
        case .tenantHostAdded: "Host name added"
        case .tenantHostRemoved: "Host name removed"
        case .tenantSettingsChanged: "Sign-in settings changed"
        case .appleSettingsChanged: "Apple settings changed"
        case .tenantEntered: "An operator entered"
        case .userCreated: "User created"
        case .userSignedUp: "User signed up"
        case .userInvited: "User invited"
        case .invitationAccepted: "Invitation accepted"
        case .userUpdated: "User changed"
        case .roleAssigned: "Role given"
        case .userDisabled: "User disabled"
        case .userEnabled: "User enabled"
        case .userDeleted: "User deleted"
        case .userPasswordSet: "Password set"
        case .signInSlowed: "Sign-in slowed after wrong passwords"
        case .linkCreated: "One-time link made"
        case .usersImported: "Users imported"
        case .usersExported: "Users exported"
        case .appleWithdrawn: "Right withdrawn at Apple"
        case .appleAccountDeleted: "Apple Account deleted"
        case .appleMailChanged: "Mail through Apple changed"
        case .identityLinked: "Way to sign in added"
        case .identityUnlinked: "Way to sign in removed"
        case .sessionStarted: "Session started"
        case .userImpersonated: "App used as this person"
        case .sessionEnded: "Session ended"
        case .sessionsEnded: "Sessions ended"
        case .refreshReused: "Refresh token used twice"
        case .refreshRepeated: "Lost refresh answer given again"
        case .signingKeyRotated: "Signing key rotated"
        case .signingKeyWithdrawn: "Leaked signing key taken away"
        case .keyCreated: "Key created"
        case .keyRevoked: "Key revoked"
        case .roleCreated: "Role created"
        case .roleUpdated: "Role changed"
        case .roleDeleted: "Role deleted"
        case .denied: "Refused"
        case .restored: "Restored from a backup"
        case .operatorCreated: "Operator created"
        case .operatorPasswordSet: "Operator's password set"
        case .operatorRemoved: "Operator removed"
        case .operatorSignedIn: "An operator signed in"
        case .secondFactorSet: "Second factor set up"
        case .secondFactorRemoved: "Second factor removed"
        case .recoveryCodeUsed: "Recovery code used"
        case .recoveryCodesReplaced: "Recovery codes replaced"
        }
    }
}

extension DomainError.Subject {
    /// Inside a sentence: `set-up link`.
    var noun: String {
        switch self {
        case .auditEntry: "audit entry"
        case .setupLink: "set-up link"
        case .link: "link"
        default: rawValue
        }
    }
}
