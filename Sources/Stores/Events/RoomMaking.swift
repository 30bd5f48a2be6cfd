import Database
import Domain
import UseCases

/// Frees space of one tenant, within one transaction: first earlier counts by minute, then of its events and of all
/// else what takes more, and when nothing else is left what clients chose in its counts by day. So a flood of events
/// without rows costs a tenant these before its events. What is counted later stays right: see `CountDeletion.finest`.
struct RoomMaking {
    /// A step can end after each of these.
    private static let piece = 25

    private let now: Timestamp
    private let transaction: any WriteTransaction
    /// In the order in which they are deleted.
    private let parts: [(Int) throws -> Int]
    private let folding: CountFolding
    private let runFolding: RunFolding
    /// The count by day up to which there is nothing left to fold.
    private(set) var foldedUntil: CountFolding.Place

    init(
        tenant: Int,
        bytes: Int64,
        now: Timestamp,
        foldedUntil: CountFolding.Place,
        dictionary: EventDictionary,
        _ transaction: any WriteTransaction
    ) throws {
        let cost = dictionary.cost
        self.now = now
        self.transaction = transaction
        self.foldedUntil = foldedUntil
        folding = CountFolding(tenant: tenant, now: now, dictionary: dictionary)
        runFolding = RunFolding(tenant: tenant, now: now, dictionary: dictionary)
        let events: Int64 =
            try transaction.value(
                "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS n FROM event_day_bytes WHERE tenant_id = \(tenant)"
            ) ?? 0
        let removal = EventRemoval(tenant: tenant, now: now, cost: cost)
        let oldest = { limit in try removal.deleteOldest(limit: limit, transaction) }
        let first: Timestamp? = try transaction.value(
            "SELECT occurred_at FROM events WHERE tenant_id = \(tenant) ORDER BY occurred_at LIMIT 1"
        )
        let firstRun = try RunFolding.firstRun(of: tenant, transaction)
        let finest = CountDeletion.finest(at: now, firstEvent: first, firstRun: firstRun)
        let others = { limit in try transaction.deleteFirst(of: finest, in: tenant, limit: limit, cost) }
        let minutes = { limit in
            try transaction.deleteFirst(of: CountDeletion.earlierMinutes(at: now), in: tenant, limit: limit, cost)
        }
        parts = [minutes] + (events > bytes - events ? [oldest, others] : [others, oldest])
    }

    /// - Returns: the number of deleted rows, or of searches that found none among further counts by day.
    mutating func delete(limit: Int, within span: Duration) throws -> Int {
        let end = ContinuousClock.now + span
        for part in parts {
            let rows = try Self.repeated(part, limit: limit, until: end)
            if rows > 0 { return rows }
        }
        let days = try Self.repeated({ try foldDays(limit: $0) }, limit: limit, until: end)
        if days > 0 { return days }
        return try Self.repeated(
            // The installations of yesterday are shown.
            { try runFolding.fold(before: now - .days(1), limit: $0, transaction) },
            limit: limit,
            until: end
        )
    }

    private static func repeated(
        _ part: (Int) throws -> Int,
        limit: Int,
        until end: ContinuousClock.Instant
    ) throws -> Int {
        var rows = 0
        while rows < limit, rows == 0 || ContinuousClock.now < end {
            let deleted = try part(min(piece, limit - rows))
            guard deleted > 0 else { break }
            rows += deleted
        }
        return rows
    }

    private mutating func foldDays(limit: Int) throws -> Int {
        let step = try folding.fold(before: now, after: foldedUntil, limit: limit, transaction)
        guard let next = step.next else { return step.rows }
        foldedUntil = next
        return max(step.rows, 1)
    }
}

extension Events {
    func makeRoom(limit: Int, within span: Duration) async throws(DomainError) -> RoomStep {
        let now = now()
        let freed = try await DictionarySweep(access: access, now: now).deleteRetired(limit: limit)
        if freed > 0 { return RoomStep(tenant: nil, rows: freed) }
        // Beside a writer, a row that comes between finding the oldest and deleting them would go without its bytes.
        let (step, place): (RoomStep, CountFolding.Place?) = try await access.writeAcross(Self.deliveries) {
            [dictionary, foldedDays] transaction in
            guard
                let largest = try transaction.row(
                    """
                    SELECT t.number AS number, t.id AS id, b.bytes AS bytes FROM event_tenants t CROSS JOIN tenant_bytes b
                    WHERE b.tenant_id = t.number ORDER BY b.bytes DESC, t.number LIMIT 1
                    """
                )
            else { return (RoomStep(tenant: nil, rows: 0), nil) }
            let number: Int = try largest.get("number")
            var room = try RoomMaking(
                tenant: number,
                bytes: try largest.get("bytes"),
                now: now,
                foldedUntil: foldedDays.place(of: number, at: now),
                dictionary: dictionary,
                transaction
            )
            let rows = try room.delete(limit: limit, within: span)
            return (RoomStep(tenant: try largest.get("id"), rows: rows), room.foldedUntil)
        }
        if let place { foldedDays.note(place, at: now) }
        return step
    }
}
