import Domain

extension AuditEntry.Action {
    /// What users read: `Role changed`.
    var words: String {
        switch self {
        case .tenantCreated: "Tenant created"
        case .tenantUpdated: "Tenant updated"
        case .tenantSuspended: "Tenant suspended"
        case .tenantActivated: "Tenant activated"
        case .tenantHostAdded: "Custom domain added"
        case .tenantHostRemoved: "Custom domain removed"
        case .tenantSettingsChanged: "Sign-in settings changed"
        case .appleSettingsChanged: "Apple settings changed"
        case .tenantEntered: "Operator opened tenant"
        case .userCreated: "User created"
        case .userSignedUp: "User signed up"
        case .userInvited: "User invited"
        case .invitationAccepted: "Invitation accepted"
        case .userUpdated: "User updated"
        case .roleAssigned: "Role changed"
        case .userDisabled: "User disabled"
        case .userEnabled: "User enabled"
        case .userDeleted: "User deleted"
        case .userPasswordSet: "Password set"
        case .signInSlowed: "Sign-in throttled after wrong passwords"
        case .linkCreated: "One-time link created"
        case .usersImported: "Users imported"
        case .usersExported: "Users exported"
        case .appleWithdrawn: "Apple authorization revoked"
        case .appleAccountDeleted: "Apple Account deleted"
        case .appleMailChanged: "Apple relay email changed"
        case .identityLinked: "Sign-in method linked"
        case .identityUnlinked: "Sign-in method removed"
        case .sessionStarted: "Session started"
        case .userImpersonated: "Impersonated"
        case .sessionEnded: "Session ended"
        case .sessionsEnded: "Sessions ended"
        case .refreshReused: "Refresh token reuse"
        case .refreshRepeated: "Refresh response repeated"
        case .signingKeyRotated: "Signing key rotated"
        case .signingKeyWithdrawn: "Signing keys replaced"
        case .keyCreated: "API key created"
        case .keyRevoked: "API key revoked"
        case .roleCreated: "Role created"
        case .roleUpdated: "Role updated"
        case .roleDeleted: "Role deleted"
        case .denied: "Access denied"
        case .restored: "Restored from a backup"
        case .operatorCreated: "Operator created"
        case .operatorPasswordSet: "Operator password set"
        case .operatorRemoved: "Operator removed"
        case .operatorSignedIn: "Operator signed in"
        case .secondFactorSet: "Two-factor authentication turned on"
        case .secondFactorRemoved: "Two-factor authentication turned off"
        case .recoveryCodeUsed: "Recovery code used"
        case .recoveryCodesReplaced: "Recovery codes replaced"
        }
    }
}

extension DomainError.Subject {
    /// Inside a sentence: `setup link`.
    var noun: String {
        switch self {
        case .auditEntry: "audit entry"
        case .setupLink: "setup link"
        case .link: "link"
        default: rawValue
        }
    }
}
