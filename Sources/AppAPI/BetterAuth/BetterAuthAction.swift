import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases

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
