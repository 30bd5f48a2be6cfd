import Crypto
import Database
import Domain
import Foundation

/// The times under which the events of a delivery are stored.
struct EventTimes {
    let tenant: Int
    private let transaction: any WriteTransaction
    /// Whether the tenant has events whose time is not the client's.
    private let hasRedated: Bool

    init(tenant: Int, _ transaction: any WriteTransaction) throws {
        let search: SQL = "SELECT 1 FROM redated_events WHERE tenant_id = \(tenant) LIMIT 1"
        let redated: Int64? = try transaction.value(search.keepingPlan())
        self.tenant = tenant
        self.transaction = transaction
        hasRedated = redated != nil
    }

    /// Returns the time under which an event is stored. Its first delivery decides: when the client's clock was
    /// corrected, a repeated delivery would be corrected by a little more or less, and would be another row.
    /// - Returns: also whether this added a row.
    func settled(_ event: ClassifiedEvent) throws -> (time: Timestamp, isNoted: Bool) {
        let occurredAt = event.content.occurredAt
        let isGuessed = event.clockCorrection != .zero || !event.hasOwnTime
        guard isGuessed || hasRedated else { return (occurredAt, false) }
        let uncorrected = occurredAt - event.clockCorrection
        let identity = Self.identity(of: event, at: uncorrected)
        let settled: Timestamp? = try transaction.value(
            "SELECT occurred_at FROM redated_events WHERE tenant_id = \(tenant) AND id = \(identity)"
        )
        if let settled { return (settled, false) }
        guard isGuessed else { return (occurredAt, false) }
        // The first delivery may have arrived at once, without a correction.
        let first = EventKey(occurredAt: uncorrected, id: event.content.id)
        let isKnown =
            try EventRows(tenant: tenant, transaction: transaction).contain([first]).contains(true)
            || CountedEvents(tenant: tenant, transaction: transaction).contain([first]).contains(true)
        if isKnown { return (uncorrected, false) }
        try transaction.execute(
            """
            INSERT INTO redated_events (tenant_id, id, occurred_at, received_at)
            VALUES (\(tenant), \(identity), \(occurredAt), \(event.receivedAt))
            """
        )
        return (occurredAt, true)
    }

    /// Returns what a repeated delivery of an event has again: its id, with the time that the client gave it.
    /// An event without a time of its own has an id of its key and installation: see `EventIntake`.
    private static func identity(of event: ClassifiedEvent, at time: Timestamp) -> UUID {
        let id = event.content.id.uuid
        guard event.hasOwnTime else { return id }
        var hash = SHA256()
        hash.update(data: id.bytes)
        hash.update(data: Data(String(time.milliseconds).utf8))
        return UUID(bytes: Array(hash.finalize().prefix(16)))
    }
}
