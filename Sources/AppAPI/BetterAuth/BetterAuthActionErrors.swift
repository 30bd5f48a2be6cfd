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
    init(betterAuth error: DomainError, doing action: BetterAuthAction) {
        self =
            switch (error, action) {
            case (.denied(.proofNeeded), _): .sessionNotFresh
            case (.denied(.ownAccount), .banUsers):
                .betterAuth(.badRequest, "YOU_CANNOT_BAN_YOURSELF", .english("You cannot ban yourself."))
            case (.denied(.ownAccount), .deleteUsers):
                .betterAuth(.badRequest, "YOU_CANNOT_REMOVE_YOURSELF", .english("You cannot remove yourself."))
            case (.denied(.ownAccount), .setPassword):
                .denied(action, "To change your own password, use /change-password with the current one.")
            case (.denied(.outranked), .impersonateUsers):
                .betterAuth(
                    .forbidden,
                    "YOU_CANNOT_IMPERSONATE_ADMINS",
                    .english("You cannot impersonate admins.")
                )
            case (.denied, _):
                .denied(action, "You are not allowed to \(action.rawValue.replacing("_", with: " ")).")
            case (.conflict(.emailTaken), _):
                .betterAuth(
                    .badRequest,
                    "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
                    .english("User already exists. Use another email.")
                )
            case (.invalid(let problems), _) where problems.count == 1 && problems[0].isForeignRole:
                .betterAuth(
                    .badRequest,
                    "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE",
                    .english("You are not allowed to set a non-existent role value.")
                )
            default: .init(error)
            }
    }

    private static func denied(_ action: BetterAuthAction, _ message: String) -> WebFailure {
        betterAuth(.forbidden, "YOU_ARE_NOT_ALLOWED_TO_\(action.rawValue.uppercased())", .english(message))
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
