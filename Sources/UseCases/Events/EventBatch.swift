import Domain
import Foundation

/// The events of one delivery of one tenant, and the outcomes of items that were rejected before.
public struct EventBatch: Sendable {
    public let tenant: Tenant.ID
    /// The key whose budget is charged; nil for events of the server itself.
    public let key: APIKey.ID?
    public let receivedAt: Timestamp
    public let events: [ClassifiedEvent]
    /// The items that were rejected before storage: outcome, reason, count.
    public let refused: [RefusedItems]

    public struct RefusedItems: Sendable, Hashable {
        public let outcome: ItemOutcome
        public let reason: String
        public let count: Int

        public init(outcome: ItemOutcome, reason: String, count: Int) {
            self.outcome = outcome
            self.reason = reason
            self.count = count
        }
    }

    public init(
        tenant: Tenant.ID,
        key: APIKey.ID? = nil,
        receivedAt: Timestamp,
        events: [ClassifiedEvent],
        refused: [RefusedItems]
    ) {
        self.tenant = tenant
        self.key = key
        self.receivedAt = receivedAt
        self.events = events
        self.refused = refused
    }
}
