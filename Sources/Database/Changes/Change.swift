import Foundation

/// A change that a transaction announces to every node once it has been committed: its topic, and the tenant it belongs
/// to.
public struct Change: Sendable, Hashable {
    /// Names what changed: fixed in the source, and equal on every node.
    public struct Topic: Sendable, Hashable, ExpressibleByStringLiteral {
        let name: String

        /// - Precondition: lower-case letters and `_`.
        public init(stringLiteral value: StaticString) {
            name = value.description
            precondition(Self.isName(name), "a topic has lower-case letters and _")
        }

        /// Reads a topic sent by another node; nil for a text that cannot be one.
        init?(_ name: some StringProtocol) {
            guard Self.isName(name) else { return nil }
            self.name = String(name)
        }

        private static func isName(_ text: some StringProtocol) -> Bool {
            (1...40).contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
        }
    }

    public let topic: Topic
    public let tenant: UUID

    public init(_ topic: Topic, of tenant: UUID) {
        self.topic = topic
        self.tenant = tenant
    }
}

/// The change as one line of text, for the transport between nodes.
extension Change: LosslessStringConvertible {
    public var description: String { "\(topic.name) \(tenant.uuidString.lowercased())" }

    public init?(_ description: String) {
        let parts = description.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let topic = Topic(parts[0]), let tenant = UUID(uuidString: String(parts[1])) else {
            return nil
        }
        self.init(topic, of: tenant)
    }
}
