import Domain
import Foundation

/// The change of a failure count.
public struct FailureChange: Sendable, Hashable {
    /// The subjects of a correct try, whose row of failures ends.
    public var forgotten: [Data] = []
    /// The subjects whose counted failure is undone.
    public var takenBack: [Data] = []

    public static let none = FailureChange()
}
