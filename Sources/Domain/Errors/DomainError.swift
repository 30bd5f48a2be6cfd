/// Why something was not done. A case exists only because a caller acts on it.
public enum DomainError: Error, Hashable, Sendable {
    /// No such thing in this tenant; what another tenant owns is not found either.
    case notFound(Subject)
    case conflict(Conflict)
    case invalid([FieldProblem])
    case denied(Denial)
    case throttled(retryAfter: Duration)
    case unavailable(retryAfter: Duration)

    public enum Subject: String, Sendable {
        case tenant, user, role, session, event, key, identity, auditEntry = "audit_entry", `operator`, invitation, link
        case setupLink = "setup_link"
    }

    public enum Conflict: String, Sendable {
        case emailTaken = "email_taken"
        case slugTaken = "slug_taken"
        case hostTaken = "host_taken"
        case roleTaken = "role_taken"
        case roleInUse = "role_in_use"
        case lastAdministrator = "last_administrator"
        case lastOperator = "last_operator"
        /// Of the ways in which someone signs in.
        case lastIdentity = "last_identity"
        case tenantSuspended = "tenant_suspended"
        /// The idempotency key came before with another request.
        case idempotencyKeyReused = "idempotency_key_reused"
        /// The first request with this idempotency key has not ended yet.
        case idempotencyInProgress = "idempotency_in_progress"
        /// The first request with this idempotency key was carried out, but its answer could not be kept.
        case idempotencyAnswerLost = "idempotency_answer_lost"
        /// The same, and its answer held what is shown once.
        case idempotencySecretWithheld = "idempotency_secret_withheld"
        case setupDone = "setup_done"
        /// Someone else changed the settings since they were read.
        case settingsChanged = "settings_changed"
        /// The tenant has not said yet which app at Apple is its own.
        case appleNotConnected = "apple_not_connected"
        /// Another device of the same person changed the same part of the profile.
        case profileChanged = "profile_changed"
    }

    public enum Denial: Hashable, Sendable {
        case missingPermission(PermissionName)
        /// The other person ranks above the one who acts.
        case outranked
        case ownAccount
        /// Too long ago that whoever sits there showed who they are, for something that is hard to undo.
        case proofNeeded
    }

    public static func invalid(_ field: String, _ rule: FieldProblem.Rule) -> DomainError {
        .invalid([FieldProblem(field: field, rule: rule)])
    }
}

/// What is wrong with one field, and how to correct it.
public struct FieldProblem: Hashable, Sendable {
    public let field: String
    public let rule: Rule

    public enum Rule: Hashable, Sendable {
        case missing
        case unknown
        case duplicate
        case wrongType(expected: String)
        case tooShort(minimum: Int)
        case tooLong(maximum: Int)
        case outOfRange(ClosedRange<Int>)
        case notUTF8
        /// Not one of the few values that it can have.
        case notOneOf([String])
        /// Anything else: a full sentence says what it must be.
        case malformed(String)
        case commonPassword
        /// There is so much to look through that the time for it was over.
        case tooBroad

        /// Stable name for clients.
        public var code: String {
            switch self {
            case .missing: "missing"
            case .unknown: "unknown"
            case .duplicate: "duplicate"
            case .wrongType: "wrong_type"
            case .tooShort: "too_short"
            case .tooLong: "too_long"
            case .outOfRange: "out_of_range"
            case .notUTF8: "not_utf8"
            case .notOneOf: "not_one_of"
            case .malformed: "malformed"
            case .commonPassword: "common_password"
            case .tooBroad: "too_broad"
            }
        }

        /// What users read about the problem.
        public var sentence: String {
            switch self {
            case .missing: "Required."
            case .unknown: "This field is not known."
            case .duplicate: "Send this once."
            case .wrongType(let expected): "This must be \(expected)."
            case .tooShort(let minimum): "Use at least \(minimum) characters."
            case .tooLong(let maximum): "Use at most \(maximum) characters."
            case .outOfRange(let range): "This must be from \(range.lowerBound) to \(range.upperBound)."
            case .notUTF8: "This is not readable text (UTF-8)."
            case .notOneOf(let values): "Choose one of: \(values.joined(separator: ", "))."
            case .malformed(let sentence): sentence
            case .commonPassword: "Too many people use this password. Choose another one."
            case .tooBroad: "This takes too long. Narrow the search, or choose a shorter span of time."
            }
        }
    }

    public init(field: String, rule: Rule) {
        self.field = field
        self.rule = rule
    }
}
