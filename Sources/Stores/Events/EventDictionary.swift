import Database
import Domain
import StrictJSON
import Synchronization
import UseCases

/// Maps tenants, shapes and messages to small numbers.
///
/// A number belongs to one value for ever, and the cache is filled only after the commit that assigned it. All but the
/// tenants are deleted some time after the last row that names them (`DictionarySweep`), so cached numbers are trusted
/// for a shorter time.
final class EventDictionary: Sendable {
    /// The maximum number of cached entries; beyond it the cache is emptied.
    static let remembered = 100_000
    /// The maximum size of cached entries: clients choose the messages, and one has up to two kilobytes.
    static let rememberedBytes = 16 << 20
    /// How long a number may be used after it was read, without looking whether its row is retired.
    static let trust = Duration.hours(1)
    private static let shapeBytes = 1000
    private static let messageBytes = 100
    /// New shapes and messages of one tenant and day; the excess folds into `other`, or stays with its event.
    static let shapesPerDay = 10_000
    /// Folded shapes still differ by which texts they have; beyond this number they have all.
    static let foldedShapesPerDay = 1000
    static let messagesPerDay = 5000

    /// Where an event or a run comes from.
    struct EventSource {
        /// The number of the tenant.
        let tenant: Int
        let receivedAt: Timestamp
        /// Of the client; nil for one without shares of what the tenant may add.
        let networks: ClientNetworks?
        let installation: ByteText?

        var roomKey: RoomKey { RoomKey(tenant: tenant, day: receivedAt.milliseconds / 86_400_000) }
    }

    /// A transaction may store deliveries of two days.
    struct RoomKey: Hashable {
        let tenant: Int
        /// Counted from 1970.
        let day: Int64
    }

    struct ShapeKey: Hashable {
        let tenant: Int
        let shape: Shape
    }

    struct MessageKey: Hashable {
        let tenant: Int
        let message: EventMessage
    }

    /// The numbers that one transaction has assigned or read, to be cached when it is committed.
    struct DictionaryDelta {
        /// The time before the first number was read.
        var readAt: Timestamp
        var tenants: [Tenant.ID: Int] = [:]
        var shapes: [ShapeKey: Int] = [:]
        var messages: [MessageKey: Int] = [:]
        var failures: [FailureNumberKey: Int] = [:]
        var subjects: [SubjectCache.Key: Int] = [:]
        /// The highest numbers of the tenants with new rows.
        var highestSubject: [Int: Int] = [:]
        var highestMessage: [Int: Int] = [:]
        var highestShape: [Int: Int] = [:]
        var highestFailure: [Int: Int] = [:]
        /// How much each tenant may add on a day.
        var room: [RoomKey: Room] = [:]
        /// What counts against the shares of clients.
        var growth = GrowthShares.Additions()
        /// An estimate of the memory of the cached entries.
        var bytes = 0
        /// The disk space of new rows.
        var addedBytes = 0

        /// Whether it has no number that is trusted for some time only; subjects have a cache of their own.
        var isEmpty: Bool { shapes.isEmpty && messages.isEmpty && failures.isEmpty }
    }

    /// The number of further shapes, messages and failures that a tenant may add on a day.
    struct Room {
        var shapes: Int
        var messages: Int
        var failures: Int
        var foldedShapes: Int
        var foldedFailures: Int
        /// Whether errors stay with their events on that day, because their messages got no number.
        var leavesMessages = false
    }

    /// `readAt` is that of the oldest number.
    private let known = Mutex(DictionaryDelta(readAt: Timestamp(milliseconds: 0)))
    let subjects = SubjectCache()
    let growth = GrowthShares()
    let cost: RowCost

    init(cost: RowCost) { self.cost = cost }

    /// An estimate of the memory of the cache.
    var bytes: Int { known.withLock(\.bytes) }

    func remember(_ delta: DictionaryDelta) {
        subjects.remember(delta.subjects, readAt: delta.readAt)
        growth.remember(delta.growth)
        let bytes = delta.messages.keys.reduce(Self.shapeBytes * (delta.shapes.count + delta.failures.count)) {
            $0 + Self.messageBytes + $1.message.byteCount
        }
        known.withLock { known in
            if !Self.trusts(known.readAt, at: delta.readAt) {
                known.shapes = [:]
                known.messages = [:]
                known.failures = [:]
                known.bytes = 0
            }
            known.readAt = known.isEmpty ? delta.readAt : min(known.readAt, delta.readAt)
            let isFull =
                known.shapes.count + known.messages.count + known.failures.count > Self.remembered
                || known.bytes + bytes > Self.rememberedBytes
            if isFull { known = DictionaryDelta(readAt: delta.readAt) }
            known.bytes += bytes
            known.tenants.merge(delta.tenants) { first, _ in first }
            known.shapes.merge(delta.shapes) { first, _ in first }
            known.messages.merge(delta.messages) { first, _ in first }
            known.failures.merge(delta.failures) { first, _ in first }
        }
    }

    func knownNumber(of tenant: Tenant.ID) -> Int? { known.withLock { $0.tenants[tenant] } }

    func knownNumber(of key: ShapeKey, at now: Timestamp) -> Int? {
        known.withLock { Self.trusts($0.readAt, at: now) ? $0.shapes[key] : nil }
    }

    func knownNumber(of key: FailureNumberKey, at now: Timestamp) -> Int? {
        known.withLock { Self.trusts($0.readAt, at: now) ? $0.failures[key] : nil }
    }

    func knownNumber(of key: MessageKey, at now: Timestamp) -> Int? {
        known.withLock { Self.trusts($0.readAt, at: now) ? $0.messages[key] : nil }
    }

    /// Whether a number that was read earlier may be used without looking at its row. A clock that was set back proves
    /// nothing.
    static func trusts(_ readAt: Timestamp, at now: Timestamp) -> Bool {
        (.zero..<trust).contains(now.since(readAt))
    }

    /// Returns the number of a tenant in this database; nil when it has no event yet.
    func number(of tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> Int? {
        if let number = knownNumber(of: tenant) { return number }
        return try transaction.value("SELECT number FROM event_tenants WHERE id = \(tenant)")
    }

    func number(of tenant: Tenant.ID, _ delta: inout DictionaryDelta, _ transaction: any WriteTransaction) throws -> Int
    {
        if let number = try delta.tenants[tenant] ?? number(of: tenant, transaction) {
            delta.tenants[tenant] = number
            return number
        }
        let highest: Int = try transaction.value("SELECT max(number) AS n FROM event_tenants") ?? 0
        try transaction.execute("INSERT INTO event_tenants (number, id) VALUES (\(highest + 1), \(tenant))")
        delta.tenants[tenant] = highest + 1
        return highest + 1
    }

    func number(
        of shape: Shape,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let tenant = source.tenant
        let key = ShapeKey(tenant: tenant, shape: shape)
        if let number = delta.shapes[key] ?? knownNumber(of: key, at: delta.readAt) { return number }
        let stored = try transaction.row(
            "SELECT id, retired_at FROM shapes WHERE tenant_id = \(tenant) AND fingerprint = \(shape.fingerprint)"
        )
        if let stored, try DictionaryTable.shapes.keep(stored, of: tenant, transaction) {
            let number: Int = try stored.get("id")
            delta.shapes[key] = number
            return number
        }
        // Folded shapes have a limit of their own. There are few bare ones for each failure, so these need none.
        if shape == shape.folded, shape != shape.bare {
            guard try room(source, &delta, transaction).foldedShapes > 0 else {
                return try number(of: shape.bare, from: source, &delta, transaction)
            }
            delta.room[source.roomKey]?.foldedShapes -= 1
        }
        if shape != shape.folded {
            let left = try room(source, &delta, transaction).shapes
            let isAdmitted = growth.admit(
                .shape,
                shape[.appVersion].map { GrowthShares.Claim.version(ByteText($0)) },
                from: source,
                within: GrowthShares.Limit(granted: Self.shapesPerDay, left: left),
                &delta.growth
            )
            guard isAdmitted else { return try number(of: shape.folded, from: source, &delta, transaction) }
            delta.room[source.roomKey]?.shapes -= 1
        }
        let highest: Int =
            try delta.highestShape[tenant]
            ?? transaction.value("SELECT highest_shape FROM event_tenants WHERE number = \(tenant)") ?? 0
        delta.highestShape[tenant] = highest + 1
        try shape.insert(id: highest + 1, tenant: tenant, at: source.receivedAt, transaction)
        let version = shape[.appVersion]
        delta.addedBytes += cost.bytes(ofShape: shape.byteCount, version: version?.utf8.count ?? 0)
        if let version, try ReleaseRow.note(version, of: tenant, at: source.receivedAt, transaction) {
            delta.addedBytes += cost.bytes(ofRelease: version.utf8.count)
        }
        delta.shapes[key] = highest + 1
        return highest + 1
    }

    /// Stores the number of new entries and the highest numbers, at the end of the transaction.
    func storeGrowth(_ delta: DictionaryDelta, _ transaction: any WriteTransaction) throws {
        for (key, room) in delta.room {
            let shapes = Self.shapesPerDay - room.shapes
            var messages = Self.messagesPerDay - room.messages
            // Beyond the limit, the number on top of it is the number of new messages.
            if room.leavesMessages { messages = Self.messagesPerDay + max(1, messages) }
            let failures = Self.failuresPerDay - room.failures
            try transaction.executeLater(
                """
                INSERT INTO event_growth (tenant_id, day, shapes, messages, failures, folded_shapes, folded_failures)
                VALUES (
                    \(key.tenant), \(key.day), \(shapes), \(messages), \(failures),
                    \(Self.foldedShapesPerDay - room.foldedShapes), \(Self.foldedFailuresPerDay - room.foldedFailures))
                ON CONFLICT (tenant_id, day) DO UPDATE
                SET shapes = excluded.shapes, messages = excluded.messages, failures = excluded.failures,
                    folded_shapes = excluded.folded_shapes, folded_failures = excluded.folded_failures
                """
            )
        }
        let numbers: [(column: SQL, highest: [Int: Int])] = [
            ("highest_subject", delta.highestSubject), ("highest_message", delta.highestMessage),
            ("highest_shape", delta.highestShape), ("highest_failure", delta.highestFailure),
        ]
        for (column, highest) in numbers {
            for (tenant, number) in highest {
                try transaction.executeLater(
                    "UPDATE event_tenants SET \(sql: column) = \(number) WHERE number = \(tenant)"
                )
            }
        }
    }

    func room(
        _ source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any ReadTransaction
    ) throws -> Room {
        let key = source.roomKey
        if let room = delta.room[key] { return room }
        let row = try transaction.row(
            """
            SELECT shapes, messages, failures, folded_shapes, folded_failures FROM event_growth
            WHERE tenant_id = \(key.tenant) AND day = \(key.day)
            """
        )
        let messages: Int = try row?.get("messages") ?? 0
        let leavesMessages = messages > Self.messagesPerDay
        let room = Room(
            shapes: max(0, Self.shapesPerDay - (try row?.get("shapes") ?? 0)),
            messages: max(0, Self.messagesPerDay - messages + (leavesMessages ? Self.messagesPerDay : 0)),
            failures: max(0, Self.failuresPerDay - (try row?.get("failures") ?? 0)),
            foldedShapes: max(0, Self.foldedShapesPerDay - (try row?.get("folded_shapes") ?? 0)),
            foldedFailures: max(0, Self.foldedFailuresPerDay - (try row?.get("folded_failures") ?? 0)),
            leavesMessages: leavesMessages
        )
        delta.room[key] = room
        return room
    }
}
