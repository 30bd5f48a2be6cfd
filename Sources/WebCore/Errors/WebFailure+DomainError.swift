import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// Maps all errors to responses; this is the only place.
extension WebFailure {
    /// Converts any error of a handler. An error that is neither ours nor about HTTP is an internal error.
    package init(_ error: any Error) {
        switch error {
        case let failure as WebFailure: self = failure
        case let error as DomainError: self.init(error)
        case let error as any HTTPResponseError: self.init(status: error.status)
        case let error as any WebFailureConvertible: self = error.webFailure
        case is HTTPParserError:
            self = .malformedRequest(.localizable("errors.malformed-request.body", "The body cannot be read."))
        // The client is gone, so this is never sent.
        case is IOError, is ChannelError: self = .malformedRequest(.english("The connection broke."))
        case is CancellationError: self.init(.unavailable(retryAfter: .seconds(1)))
        default: self = .internalError
        }
    }

    package init(_ error: DomainError) {
        switch error {
        case .notFound(let subject):
            self.init(
                .notFound,
                "\(subject.rawValue)_not_found",
                title: "\(subject.words) not found",
                detail: "It doesn’t exist, or was deleted.",
                cause: error
            )
        case .conflict(let conflict):
            self.init(
                conflict == .tenantSuspended ? .forbidden : .conflict,
                conflict.rawValue,
                title: conflict.title,
                detail: conflict.detail,
                cause: error
            )
        case .invalid(let problems):
            self.init(
                .unprocessableContent,
                "invalid_fields",
                title: "Some fields are invalid",
                detail: Self.sentence(problems),
                fields: problems,
                cause: error
            )
        case .denied(let denial):
            self.init(.forbidden, denial.code, title: "Access denied", detail: denial.detail, cause: error)
        case .throttled(let retryAfter):
            self.init(
                .tooManyRequests,
                "throttled",
                title: "Too many requests",
                detail: Self.wait(retryAfter),
                retryAfter: retryAfter,
                cause: error
            )
        case .unavailable(let retryAfter):
            self.init(
                .serviceUnavailable,
                "unavailable",
                title: "Temporarily unavailable",
                detail: Self.wait(retryAfter),
                retryAfter: retryAfter,
                cause: error
            )
        }
    }

    /// Converts an error that has only a status. Its text is left out, because it may contain client input.
    private init(status: HTTPResponse.Status) {
        switch status.code {
        case 400: self = .malformedRequest(.localizable("errors.malformed-request.detail", "Check the request."))
        case 401: self = .unauthenticated()
        case 404: self = .unknownPath
        case 413:
            self.init(.contentTooLarge, "too_large", title: "The request is too large", detail: "Send less at once.")
        case 415: self = .unsupportedEncoding
        case 400..<500:
            self.init(status, "refused", title: "The request was rejected", detail: "Check the request.")
        case 503: self.init(.unavailable(retryAfter: .seconds(1)))
        default: self = .internalError
        }
    }

    private static func sentence(_ problems: [FieldProblem]) -> String {
        guard let first = problems.first else { return "Check the fields." }
        return "\(first.field): \(first.rule.sentence)"
    }

    private static func wait(_ duration: Duration) -> String {
        let seconds = max(1, duration.secondsRoundedUp)
        return "Try again in \(seconds) second\(seconds == 1 ? "" : "s")."
    }
}

extension DomainError.Subject {
    fileprivate var words: String { rawValue.replacing("_", with: " ").capitalizedFirst }
}

extension DomainError.Conflict {
    fileprivate var title: String {
        switch self {
        case .emailTaken: "Another user has this email address"
        case .slugTaken: "Another tenant has this slug"
        case .hostTaken: "This domain is taken"
        case .roleTaken: "Another role has this name"
        case .roleInUse: "Users still have this role"
        case .lastAdministrator: "This is the last administrator"
        case .lastOperator: "This is the last operator"
        case .lastIdentity: "This is the last sign-in method"
        case .tenantSuspended: "This tenant is suspended"
        case .idempotencyKeyReused: "The idempotency key was used with another request"
        case .idempotencyInProgress: "A request with this idempotency key is in progress"
        case .idempotencyAnswerLost: "The request with this idempotency key was carried out, but its answer is lost"
        case .idempotencySecretWithheld:
            "The request with this idempotency key was carried out, and what it answered is shown once"
        case .setupDone: "The installation is already set up"
        case .settingsChanged: "The settings have changed"
        case .appleNotConnected: "Sign in with Apple is not set up"
        case .profileChanged: "Another device changed the same data"
        case .sessionLimit: "Too many sessions"
        case .failureChanged: "The failure has changed"
        case .viewChanged: "The saved view has changed"
        }
    }

    fileprivate var detail: String {
        switch self {
        case .emailTaken: "Use another email address, or edit the user who has it."
        case .slugTaken: "Choose another slug."
        case .hostTaken: "Choose another domain, or remove it from the tenant that owns it."
        case .roleTaken: "Choose another name."
        case .roleInUse: "Assign them another role first."
        case .lastAdministrator: "Make someone else an administrator first."
        case .lastOperator: "Add another operator first."
        case .lastIdentity: "Add another one first."
        case .tenantSuspended: "An operator can make it active again."
        case .idempotencyKeyReused: "Use a new key for a new request."
        case .idempotencyInProgress: "Wait a moment, then send it again."
        case .idempotencyAnswerLost: "Look at what is there; use a new key for a new request."
        case .idempotencySecretWithheld:
            "If the answer was lost, revoke what was created (see Location), and use a new key for a new request."
        case .setupDone: "Sign in, or create operators on the command line."
        case .settingsChanged: "Load them again, and send the current version."
        case .appleNotConnected: "Set the team, key and client IDs first."
        case .profileChanged:
            "Choose between your value and the other one, and send it with the current version."
        case .sessionLimit: "End another session of the user first."
        case .failureChanged: "Load it again, and send the current version."
        case .viewChanged: "Someone else changed it meanwhile. Check the current view, then save again."
        }
    }
}

extension DomainError.Denial {
    fileprivate var code: String {
        switch self {
        case .missingPermission: "missing_permission"
        case .outranked: "outranked"
        case .ownAccount: "own_account"
        case .proofNeeded: "proof_needed"
        }
    }

    fileprivate var detail: String {
        switch self {
        case .missingPermission(let name):
            "The permission “\(name.words)” (\(name.rawValue)) is missing. Ask an admin for a role that has it."
        case .outranked: "This user’s level is above yours."
        case .ownAccount: "You can’t do this to your own account."
        case .proofNeeded: "Confirm it’s you in the console, with your password or a code, and try again."
        }
    }
}

extension String {
    /// The text with its first character in upper case.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
