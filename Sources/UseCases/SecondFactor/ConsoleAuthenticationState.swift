import Domain
import Foundation

/// The authentication state of a console session.
public struct ConsoleAuthenticationState: Sendable {
    /// The step that is required before any other action.
    public enum Need: Sendable {
        /// A second factor has to be set up: the account has none, and its permissions require one.
        case setUp
        /// A code is required: the account got its second factor after this session began.
        case code
    }

    public let consoleUser: ConsoleUser
    /// When the account got its second factor.
    public let factorSince: Timestamp?
    /// The number of unused recovery codes.
    public let recoveryLeft: Int
    public let isFactorRequired: Bool
    public let need: Need?

    init(_ consoleUser: ConsoleUser, _ state: SecondFactorState, _ policy: SecondFactorPolicy) {
        self.consoleUser = consoleUser.proven(at: state.provedAt)
        factorSince = state.factor?.createdAt
        recoveryLeft = state.recoveryLeft
        isFactorRequired = policy == .required && consoleUser.needsSecondFactor
        need =
            if let factor = state.factor {
                self.consoleUser.provedAt < factor.createdAt ? .code : nil
            } else {
                isFactorRequired ? .setUp : nil
            }
    }
}

extension ConsoleUser {
    public var account: ConsoleAccount {
        switch self {
        case .member(let record): .member(record.user.id, record.tenant.id)
        case .operator(let account, _): .operator(account.id)
        }
    }

    var sessionKey: Data {
        switch self {
        case .member(let record): Data(record.session.id.uuid.bytes)
        case .operator(_, let session): session.token.bytes
        }
    }

    /// When the user of this session last authenticated.
    public var provedAt: Timestamp {
        switch self {
        case .member(let record): record.provedAt ?? record.session.createdAt
        case .operator(_, let session): session.provedAt ?? session.createdAt
        }
    }

    func proven(at provedAt: Timestamp?) -> ConsoleUser {
        switch self {
        case .member(var record):
            record.provedAt = provedAt
            return .member(record)
        case .operator(let account, var session):
            session.provedAt = provedAt
            return .operator(account, session)
        }
    }

    var needsSecondFactor: Bool {
        switch self {
        case .member(let record): record.role.administers
        case .operator: true
        }
    }
}
