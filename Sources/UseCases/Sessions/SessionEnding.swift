import Domain
import Foundation

/// The result of ending all sessions that match a filter.
public struct SessionEnding: Sendable, Hashable {
    /// The number of sessions that end.
    public let count: Int
    /// Whether the requesting session matches too, and stays.
    public let keepsOwn: Bool

    public init(count: Int, keepsOwn: Bool) {
        self.count = count
        self.keepsOwn = keepsOwn
    }
}
