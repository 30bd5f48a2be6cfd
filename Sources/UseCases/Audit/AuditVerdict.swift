import Domain
import Foundation

/// The result of checking a chain.
public enum AuditVerdict: Sendable, Hashable {
    case whole(entries: Int64)
    /// The first entry that was changed, or is missing.
    case broken(at: Int64)
    /// The chain ends before an entry that was anchored outside the database.
    case truncated(anchored: Int64, found: Int64)
}
