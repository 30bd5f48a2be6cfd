import Database
import Domain
import UseCases

extension Events {
    func makeRoom(limit: Int, within span: Duration) async throws(DomainError) -> RoomStep {
        let moment = now()
        let freed = try await DictionarySweep(access: access, now: moment).deleteRetired(limit: limit)
        if freed > 0 { return RoomStep(tenant: nil, rows: freed) }
        // Beside a writer, a row that comes between finding the oldest and deleting them would go without its bytes.
        return try await access.writeAcross(Self.deliveries) { [dictionary] transaction in
            guard
                let largest = try transaction.row(
                    """
                    SELECT t.number AS number, t.id AS id, b.bytes AS bytes FROM event_tenants t CROSS JOIN tenant_bytes b
                    WHERE b.tenant_id = t.number ORDER BY b.bytes DESC, t.number LIMIT 1
                    """
                )
            else { return RoomStep(tenant: nil, rows: 0) }
            let room = try RoomMaking(
                tenant: try largest.get("number"),
                bytes: try largest.get("bytes"),
                now: moment,
                dictionary: dictionary,
                transaction
            )
            return RoomStep(tenant: try largest.get("id"), rows: try room.delete(limit: limit, within: span))
        }
    }
}

/// Frees space of one tenant, within one transaction: first earlier counts by minute, then of its events and of all
/// else what takes more, and when nothing else is left what clients chose in its counts by day. So a flood of events
/// without rows costs a tenant these before its events.
struct RoomMaking {
    /// A step can end after each of these.
    private static let piece = 25

    let transaction: any WriteTransaction
    /// In the order in which they are deleted.
    private let parts: [(Int) throws -> Int]

    init(
        tenant: Int,
        bytes: Int64,
        now: Timestamp,
        dictionary: EventDictionary,
        _ transaction: any WriteTransaction
    ) throws {
        let cost = dictionary.cost
        self.transaction = transaction
        let events: Int64 =
            try transaction.value(
                "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS n FROM event_day_bytes WHERE tenant_id = \(tenant)"
            ) ?? 0
        let removal = EventRemoval(tenant: tenant, now: now, cost: cost)
        let oldest = { limit in try removal.deleteOldest(limit: limit, transaction) }
        let first: Timestamp? = try transaction.value(
            "SELECT occurred_at FROM events WHERE tenant_id = \(tenant) ORDER BY occurred_at LIMIT 1"
        )
        let finest = CountDeletion.finest(at: now, firstEvent: first)
        let others = { limit in try transaction.deleteFirst(of: finest, in: tenant, limit: limit, cost) }
        let minutes = { limit in
            try transaction.deleteFirst(of: CountDeletion.earlierMinutes(at: now), in: tenant, limit: limit, cost)
        }
        let folding = CountFolding(tenant: tenant, now: now, dictionary: dictionary)
        var start = Int64.min
        let days: (Int) throws -> Int = { limit in
            guard let step = try folding.fold(before: now, from: start, limit: limit, transaction) else { return 0 }
            start = step.start
            return step.rows
        }
        parts = [minutes] + (events > bytes - events ? [oldest, others] : [others, oldest]) + [days]
    }

    /// - Returns: the number of deleted rows.
    func delete(limit: Int, within span: Duration) throws -> Int {
        let end = ContinuousClock.now + span
        var rows = 0
        for part in parts {
            while rows < limit, rows == 0 || ContinuousClock.now < end {
                let deleted = try part(min(Self.piece, limit - rows))
                guard deleted > 0 else { break }
                rows += deleted
            }
            if rows > 0 { break }
        }
        return rows
    }
}
