import Domain
import Foundation

/// An audit entry that waits beside the change which it records, in the events database.
public struct WaitingAuditEntry: Sendable, Hashable {
    public typealias ID = Identifier<WaitingAuditEntry>

    /// The place in the order in which entries are delivered.
    public struct Place: Sendable, Hashable {
        /// Before all entries.
        public static let start = Place(
            at: Timestamp(milliseconds: .min),
            id: ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        )

        public let at: Timestamp
        public let id: ID

        public init(at: Timestamp, id: ID) {
            self.at = at
            self.id = id
        }
    }

    public let place: Place
    /// Nil when this version cannot read it, as after a newer one has stored it. It waits on.
    public let draft: AuditDraft?

    public var id: ID { place.id }

    public init(place: Place, draft: AuditDraft?) {
        self.place = place
        self.draft = draft
    }
}
