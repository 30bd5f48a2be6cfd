/// Explains why a request failed. A case exists only because a caller acts on it.
public enum DomainError: Error, Hashable, Sendable {
    /// The tenant has no such object; an object of another tenant is not found either.
    case notFound(Subject)
    case conflict(Conflict)
    case invalid([FieldProblem])
    case denied(Denial)
    case throttled(retryAfter: Duration)
    case unavailable(retryAfter: Duration)

    public enum Subject: String, Sendable, CaseIterable {
        case tenant, user, role, session, event, attempt, key, identity, auditEntry = "audit_entry", `operator`,
            invitation, link
        case setupLink = "setup_link"
        /// A canonical code of the catalogue of causes.
        case code
        /// A saved view of events.
        case view
        /// A release of the tenant's app.
        case release
        /// A rule of a tenant that assigns a canonical code.
        case rule
        case failure
    }

    public enum Conflict: String, Sendable, CaseIterable {
        case emailTaken = "email_taken"
        case slugTaken = "slug_taken"
        case hostTaken = "host_taken"
        case roleTaken = "role_taken"
        case roleInUse = "role_in_use"
        case lastAdministrator = "last_administrator"
        case lastOperator = "last_operator"
        /// The user's last sign-in method cannot be removed.
        case lastIdentity = "last_identity"
        case tenantSuspended = "tenant_suspended"
        /// The idempotency key was used before with another request.
        case idempotencyKeyReused = "idempotency_key_reused"
        /// The first request with this idempotency key is still running.
        case idempotencyInProgress = "idempotency_in_progress"
        /// The first request with this idempotency key was carried out, but its response could not be stored.
        case idempotencyAnswerLost = "idempotency_answer_lost"
        /// The key's request is done, and its response held a secret that is shown once.
        case idempotencySecretWithheld = "idempotency_secret_withheld"
        case setupDone = "setup_done"
        /// The settings were changed by another request since they were read.
        case settingsChanged = "settings_changed"
        /// The tenant has not set up its app at Apple.
        case appleNotConnected = "apple_not_connected"
        /// Another device of the user changed the same part of the profile.
        case profileChanged = "profile_changed"
        /// The user has as many sessions as the tenant allows.
        case sessionLimit = "session_limit_reached"
        /// Another member, or an event, changed the failure since it was read.
        case failureChanged = "failure_changed"
        /// Another member changed the saved view since it was read.
        case viewChanged = "view_changed"
    }

    public enum Denial: Hashable, Sendable {
        case missingPermission(PermissionName)
        /// The other user ranks above the principal.
        case outranked
        case ownAccount
        /// The user has to reauthenticate: their last proof is too old for an action that is hard to undo.
        case proofNeeded
    }

    public static func invalid(_ field: String, _ rule: FieldProblem.Rule) -> DomainError {
        .invalid([FieldProblem(field: field, rule: rule)])
    }
}
