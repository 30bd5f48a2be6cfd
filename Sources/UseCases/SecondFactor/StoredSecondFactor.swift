import Domain
import Foundation

/// A second factor as it is stored.
public struct StoredSecondFactor: Sendable, Hashable {
    public let sealedSeed: Data
    /// The time step of the last used code.
    public let lastStep: Int64
    public let createdAt: Timestamp

    public init(sealedSeed: Data, lastStep: Int64, createdAt: Timestamp) {
        self.sealedSeed = sealedSeed
        self.lastStep = lastStep
        self.createdAt = createdAt
    }
}
