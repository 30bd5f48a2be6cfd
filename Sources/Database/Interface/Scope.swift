import Foundation

/// Says for which tenant a transaction runs, or for the installation.
public enum Scope: Sendable, Hashable {
    /// For one tenant: every statement on a tenant's table names it. PostgreSQL's row-level security enforces it.
    case tenant(UUID)
    /// For the installation itself: the few transactions of operators, and timers. The reason is one word for logs and
    /// tests.
    case installation(StaticReason)

    /// A reason fixed in the source.
    public struct StaticReason: Sendable, Hashable, ExpressibleByStringLiteral {
        public let text: String

        public init(stringLiteral value: StaticString) {
            text = value.description
        }
    }
}
