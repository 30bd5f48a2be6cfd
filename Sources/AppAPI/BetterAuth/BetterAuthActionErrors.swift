import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Converts the errors of an administrator's action to upstream's, and records an audit entry when a change was denied.
struct BetterAuthActionErrors: RouterMiddleware {
    typealias Context = APIContext

    let action: BetterAuthAction
    let denials: DenialAudit

    func handle(
        _ request: Request,
        context: APIContext,
        next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let error as DomainError {
            if case .denied(let denial) = error, request.method != .get {
                try await denials.record(
                    denial,
                    attempt: "\(request.method.rawValue) \(context.endpointPath ?? "")",
                    by: context.access
                )
            }
            throw WebFailure(betterAuth: error, doing: action)
        }
    }
}

extension Routes where Context == APIContext {
    /// Adds routes whose errors are those of `action`.
    func doing(_ action: BetterAuthAction, _ denials: DenialAudit) -> Routes {
        with(BetterAuthActionErrors(action: action, denials: denials))
    }
}

extension WebFailure {
    /// Uses upstream's code where it has one.
    fileprivate init(betterAuth error: DomainError, doing action: BetterAuthAction) {
        switch error {
        case .denied(.proofNeeded): self = .sessionNotFresh
        case .denied(let denial):
            self =
                Self.specific(denial, doing: action)
                ?? .init(
                    .forbidden,
                    "you_are_not_allowed_to_\(action.rawValue)",
                    title: "Not allowed",
                    detail: "You are not allowed to \(action.rawValue.replacing("_", with: " ")).",
                    cause: error
                )
        case .conflict(.emailTaken):
            self.init(
                .badRequest,
                "user_already_exists_use_another_email",
                title: "The email address is taken",
                detail: "User already exists. Use another email.",
                cause: error
            )
        case .invalid(let problems) where problems.count == 1 && problems[0].isForeignRole:
            self.init(
                .badRequest,
                "you_are_not_allowed_to_set_non_existent_value",
                title: "There is no such role",
                detail: "You are not allowed to set a non-existent role value.",
                cause: error
            )
        default: self.init(error)
        }
    }

    /// The denials that have a code of their own for an action.
    private static func specific(_ denial: DomainError.Denial, doing action: BetterAuthAction) -> WebFailure? {
        switch (denial, action) {
        case (.ownAccount, .banUsers):
            WebFailure(
                .badRequest,
                "you_cannot_ban_yourself",
                title: "Not allowed for your own account",
                detail: "You cannot ban yourself."
            )
        case (.ownAccount, .deleteUsers):
            WebFailure(
                .badRequest,
                "you_cannot_remove_yourself",
                title: "Not allowed for your own account",
                detail: "You cannot remove yourself."
            )
        case (.ownAccount, .setPassword):
            WebFailure(
                .forbidden,
                "you_are_not_allowed_to_set_users_password",
                title: "Not allowed for your own account",
                detail: "To change your own password, use /change-password with the current one.",
                cause: DomainError.denied(denial)
            )
        case (.outranked, .impersonateUsers):
            WebFailure(
                .forbidden,
                "you_cannot_impersonate_admins",
                title: "This user cannot be impersonated",
                detail: "You cannot impersonate admins.",
                cause: DomainError.denied(denial)
            )
        default: nil
        }
    }
}

extension FieldProblem {
    /// Whether the error names a role that the tenant does not have.
    fileprivate var isForeignRole: Bool {
        guard field == "role", case .malformed = rule else { return false }
        return true
    }
}

/// The upstream names of actions that a permission may deny.
enum BetterAuthAction: String, Sendable {
    case listUsers = "list_users"
    case getUser = "get_user"
    case createUsers = "create_users"
    case updateUsers = "update_users"
    case changeRole = "change_users_role"
    case banUsers = "ban_users"
    case listSessions = "list_users_sessions"
    case revokeSessions = "revoke_users_sessions"
    case deleteUsers = "delete_users"
    case setPassword = "set_users_password"
    case impersonateUsers = "impersonate_users"
}
