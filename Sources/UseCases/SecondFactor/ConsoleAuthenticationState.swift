import Domain
import Foundation

/// How far someone with a session of the console is let.
public struct ConsoleAuthenticationState: Sendable {
    /// What is missing before anything else can be done.
    public enum Need: Sendable {
        /// A second factor: the account has none, and what it may do asks for one.
        case setUp
        /// A code: the account got its second factor after this session began.
        case code
    }

    public let visitor: ConsoleUser
    /// Since when the account has a second factor.
    public let factorSince: Timestamp?
    /// Recovery codes that were not used.
    public let recoveryLeft: Int
    public let isFactorRequired: Bool
    public let need: Need?

    init(_ visitor: ConsoleUser, _ state: SecondFactorState, _ policy: SecondFactorPolicy) {
        self.visitor = visitor.proven(at: state.provedAt)
        factorSince = state.factor?.createdAt
        recoveryLeft = state.recoveryLeft
        isFactorRequired = policy == .required && visitor.needsSecondFactor
        need =
            if let factor = state.factor {
                self.visitor.provedAt < factor.createdAt ? .code : nil
            } else {
                isFactorRequired ? .setUp : nil
            }
    }
}

extension ConsoleUser {
    public var account: ConsoleAccount {
        switch self {
        case .member(let record): .member(record.user.id, record.tenant.id)
        case .operator(let person, _): .operator(person.id)
        }
    }

    var sessionKey: Data {
        switch self {
        case .member(let record): Data(record.session.id.uuid.bytes)
        case .operator(_, let session): session.token.bytes
        }
    }

    /// When this session was last shown to be in the right hands.
    public var provedAt: Timestamp {
        switch self {
        case .member(let record): record.provedAt ?? record.session.createdAt
        case .operator(_, let session): session.provedAt ?? session.createdAt
        }
    }

    func proven(at moment: Timestamp?) -> ConsoleUser {
        switch self {
        case .member(var record):
            record.provedAt = moment
            return .member(record)
        case .operator(let person, var session):
            session.provedAt = moment
            return .operator(person, session)
        }
    }

    var needsSecondFactor: Bool {
        switch self {
        case .member(let record): record.role.administers
        case .operator: true
        }
    }
}
