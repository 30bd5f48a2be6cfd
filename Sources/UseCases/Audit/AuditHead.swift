import Crypto
import Domain
import Foundation

/// The end of a chain: the number and hash of its last entry.
public struct AuditHead: Sendable, Hashable {
    public let sequence: Int64
    public let hash: Data

    public init(sequence: Int64, hash: Data) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The head before the first entry.
    public static let start = AuditHead(sequence: 0, hash: Data(repeating: 0, count: 32))
}
