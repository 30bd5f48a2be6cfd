import Domain
import Foundation

/// An account that an address typed on the console's sign-in page may mean.
public enum ConsoleCandidate: Sendable {
    /// A member: active, in an active tenant, with a role that has console access. One with another sign-in method may
    /// have no password.
    case member(User, Role, PasswordHash?, Tenant)
    case `operator`(Operator, PasswordHash)

    public var password: PasswordHash? {
        switch self {
        case .member(_, _, let hash, _): hash
        case .operator(_, let hash): hash
        }
    }

    var account: ConsoleAccount {
        switch self {
        case .member(let user, _, _, let tenant): .member(user.id, tenant.id)
        case .operator(let person, _): .operator(person.id)
        }
    }

    /// Returns the key under which guesses at this account are counted.
    func guessed(_ email: EmailAddress) -> GuessedAccount {
        switch self {
        case .member(_, _, _, let tenant): GuessedAccount(email, in: tenant.id)
        case .operator: GuessedAccount(email, in: nil)
        }
    }

    var email: EmailAddress? {
        switch self {
        case .member(let user, _, _, _): user.email
        case .operator(let person, _): person.email
        }
    }
}
