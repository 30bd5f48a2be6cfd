import Domain
import Foundation

/// The second-factor state of an account and of one of its sessions.
public struct SecondFactorState: Sendable {
    public let factor: StoredSecondFactor?
    /// The number of unused recovery codes.
    public let recoveryLeft: Int
    /// When the session was last proven with a password or a code, after its sign-in.
    public let provedAt: Timestamp?

    public init(factor: StoredSecondFactor?, recoveryLeft: Int, provedAt: Timestamp?) {
        self.factor = factor
        self.recoveryLeft = recoveryLeft
        self.provedAt = provedAt
    }
}
