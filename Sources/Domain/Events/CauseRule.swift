/// A rule of a tenant: errors that no table has, and the canonical code that they stand for.
public struct CauseRule: Sendable, Hashable {
    public typealias ID = Identifier<CauseRule>

    /// The size of a domain or a code, in UTF-8 bytes.
    public static let fieldBytes = 200
    public static let maximumPerTenant = 200

    public let id: ID
    public let pattern: ErrorPattern
    public let assigned: Assigned
    /// The place among the tenant's rules, from 1.
    public let position: Int
    /// Counts the changes, from 1.
    public let version: Int
    public let createdAt: Timestamp
    public let updatedAt: Timestamp

    /// What the errors get.
    public struct Assigned: Sendable, Hashable {
        /// The canonical code.
        public let code: String
        /// The outcome that events with the code usually have.
        let outcome: Outcome
    }

    /// The rule at another place, which counts as no change of its own.
    public func moved(to position: Int) -> CauseRule {
        CauseRule(
            id: id,
            pattern: pattern,
            assigned: assigned,
            position: position,
            version: version,
            createdAt: createdAt,
            updatedAt: updatedAt
        )
    }
}
