import Crypto
import Database
import Domain
import Foundation
import StrictJSON
import Synchronization
import UseCases

/// Maps tenants, shapes and messages to small numbers.
///
/// A number never changes once it is committed, so the cache cannot be wrong; it is filled only after the commit that
/// assigned the number.
final class EventDictionary: Sendable {
    /// The maximum number of cached entries; beyond it the cache is emptied.
    static let remembered = 100_000
    /// The maximum size of cached entries: clients choose the messages, and one has up to two kilobytes.
    static let rememberedBytes = 16 << 20
    private static let shapeBytes = 1000
    private static let messageBytes = 100
    /// New shapes and messages of one tenant and day; the excess folds into `other`.
    static let shapesPerDay = 2000
    static let messagesPerDay = 5000

    /// The tenant of an event, by its number, and when the event was received.
    struct EventSource {
        let tenant: Int
        let receivedAt: Timestamp
    }

    struct ShapeKey: Hashable {
        let tenant: Int
        let shape: Shape
    }

    struct MessageKey: Hashable {
        let tenant: Int
        let text: ByteText
    }

    /// The numbers that one transaction has assigned, to be cached when it is committed.
    struct DictionaryDelta {
        var tenants: [Tenant.ID: Int] = [:]
        var shapes: [ShapeKey: Int] = [:]
        var messages: [MessageKey: Int] = [:]
        /// The number of further shapes and messages that each tenant may add today.
        var room: [Int: (shapes: Int, messages: Int)] = [:]
        var day: Int64 = 0
        /// An estimate of the memory of the cached entries.
        var bytes = 0
        /// The size of new messages.
        var textBytes = 0
    }

    private let known = Mutex(DictionaryDelta())

    /// An estimate of the memory of the cache.
    var bytes: Int { known.withLock(\.bytes) }

    func remember(_ delta: DictionaryDelta) {
        let bytes = delta.messages.keys.reduce(Self.shapeBytes * delta.shapes.count) {
            $0 + Self.messageBytes + $1.text.text.utf8.count
        }
        known.withLock { known in
            let isFull =
                known.shapes.count + known.messages.count > Self.remembered
                || known.bytes + bytes > Self.rememberedBytes
            if isFull { known = DictionaryDelta() }
            known.bytes += bytes
            known.tenants.merge(delta.tenants) { first, _ in first }
            known.shapes.merge(delta.shapes) { first, _ in first }
            known.messages.merge(delta.messages) { first, _ in first }
        }
    }

    func knownNumber(of tenant: Tenant.ID) -> Int? { known.withLock { $0.tenants[tenant] } }
    func knownNumber(of key: ShapeKey) -> Int? { known.withLock { $0.shapes[key] } }
    func knownNumber(of key: MessageKey) -> Int? { known.withLock { $0.messages[key] } }

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
        if let number = delta.shapes[key] ?? knownNumber(of: key) { return number }
        let stored: Int? = try transaction.value(
            "SELECT id FROM shapes WHERE tenant_id = \(tenant) AND fingerprint = \(shape.fingerprint)"
        )
        if let stored {
            delta.shapes[key] = stored
            return stored
        }
        // There are few folded shapes, so they do not count against the limit.
        if shape != shape.folded {
            guard try room(source, &delta, transaction).shapes > 0 else {
                return try number(of: shape.folded, from: source, &delta, transaction)
            }
            delta.room[tenant]?.shapes -= 1
        }
        let highest: Int = try transaction.value("SELECT max(id) AS n FROM shapes WHERE tenant_id = \(tenant)") ?? 0
        try shape.insert(id: highest + 1, tenant: tenant, at: source.receivedAt, transaction)
        delta.shapes[key] = highest + 1
        return highest + 1
    }

    /// - Returns: nil when the tenant has reached its limit of messages today: the text then stays with its event.
    func number(
        ofMessage text: String,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> Int? {
        let tenant = source.tenant
        let key = MessageKey(tenant: tenant, text: ByteText(text))
        if let number = delta.messages[key] ?? knownNumber(of: key) { return number }
        let fingerprint = Data(SHA256.hash(data: Data(text.utf8)).prefix(16))
        let stored: Int? = try transaction.value(
            "SELECT id FROM messages WHERE tenant_id = \(tenant) AND fingerprint = \(fingerprint)"
        )
        if let stored {
            delta.messages[key] = stored
            return stored
        }
        guard try room(source, &delta, transaction).messages > 0 else { return nil }
        delta.room[tenant]?.messages -= 1
        let highest: Int = try transaction.value("SELECT max(id) AS n FROM messages WHERE tenant_id = \(tenant)") ?? 0
        try transaction.execute(
            """
            INSERT INTO messages (tenant_id, id, fingerprint, text, created_at)
            VALUES (\(tenant), \(highest + 1), \(fingerprint), \(text), \(source.receivedAt))
            """
        )
        delta.messages[key] = highest + 1
        delta.textBytes += text.utf8.count + 80
        return highest + 1
    }

    /// Stores the number of new entries, at the end of the transaction.
    func storeGrowth(_ delta: DictionaryDelta, _ transaction: any WriteTransaction) throws {
        for (tenant, room) in delta.room {
            let shapes = Self.shapesPerDay - room.shapes
            let messages = Self.messagesPerDay - room.messages
            try transaction.executeLater(
                """
                INSERT INTO event_growth (tenant_id, day, shapes, messages) VALUES (\(tenant), \(delta.day), \(shapes), \(messages))
                ON CONFLICT (tenant_id, day) DO UPDATE SET shapes = excluded.shapes, messages = excluded.messages
                """
            )
        }
    }

    private func room(
        _ source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any ReadTransaction
    ) throws -> (shapes: Int, messages: Int) {
        let tenant = source.tenant
        if let room = delta.room[tenant] { return room }
        delta.day = source.receivedAt.milliseconds / 86_400_000
        let row = try transaction.row(
            "SELECT shapes, messages FROM event_growth WHERE tenant_id = \(tenant) AND day = \(delta.day)"
        )
        let made: (Int, Int) = try row.map { (try $0.get("shapes"), try $0.get("messages")) } ?? (0, 0)
        let room = (shapes: max(0, Self.shapesPerDay - made.0), messages: max(0, Self.messagesPerDay - made.1))
        delta.room[tenant] = room
        return room
    }
}
