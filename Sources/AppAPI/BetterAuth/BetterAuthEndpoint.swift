/// The endpoints of Better Auth that answer some failures in their own way.
enum BetterAuthEndpoint: Sendable {
    case linkSocial, unlinkAccount, changeEmail, other
}
