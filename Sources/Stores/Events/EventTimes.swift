import Database
import Domain
import UseCases

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
    func settled(_ event: ClassifiedEvent) throws -> Timestamp {
        let occurredAt = event.content.occurredAt
        let isGuessed = event.clockCorrection != .zero || !event.hasOwnTime
        guard isGuessed || hasRedated else { return occurredAt }
        let settled: Timestamp? = try transaction.value(
            "SELECT occurred_at FROM redated_events WHERE tenant_id = \(tenant) AND id = \(event.content.id)"
        )
        if let settled { return settled }
        guard isGuessed else { return occurredAt }
        // The first delivery may have arrived at once, without a correction.
        let uncorrected = occurredAt - event.clockCorrection
        let known: Int64? = try transaction.value(
            """
            SELECT 1 FROM events WHERE tenant_id = \(tenant) AND occurred_at = \(uncorrected)
                AND seq IN \(list: EventSequence.numbers(event.content.id)) AND id = \(event.content.id)
            """
        )
        if known != nil { return uncorrected }
        try transaction.execute(
            """
            INSERT INTO redated_events (tenant_id, id, occurred_at, received_at)
            VALUES (\(tenant), \(event.content.id), \(occurredAt), \(event.receivedAt))
            """
        )
        return occurredAt
    }
}
