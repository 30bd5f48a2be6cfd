import Domain
import Foundation

/// Says whether users who change data in the console must have a second factor.
public enum SecondFactorPolicy: String, Sendable, CaseIterable {
    case required
    /// Each user may set one up: for trials and demonstrations.
    case optional
}
