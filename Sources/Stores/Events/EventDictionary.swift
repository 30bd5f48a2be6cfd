import Crypto
import Database
import Domain
import Foundation
import StrictJSON
import Synchronization
import UseCases

/// The small numbers that stand for tenants, shapes and messages.
///
/// A number never changes once it is committed, so what is remembered in memory cannot be wrong; it is only filled
/// after the commit that made it.
final class EventDictionary: Sendable {
    /// More than this are not remembered: the memory starts again.
    static let remembered = 100_000
    /// Nor is more than this: clients choose the messages, and one has up to two kilobytes.
    static let rememberedBytes = 16 << 20
    private static let shapeBytes = 1000
    private static let messageBytes = 100
    /// New shapes and messages of one tenant and day; the excess folds into `other`.
    static let shapesPerDay = 2000
    static let messagesPerDay = 5000

    struct ShapeKey: Hashable {
        let tenant: Int
        let shape: Shape
    }

    struct MessageKey: Hashable {
        let tenant: Int
        let text: ByteText
    }

    /// What one transaction has learnt, to be remembered when it is committed.
    struct Lesson {
        var tenants: [Tenant.ID: Int] = [:]
        var shapes: [ShapeKey: Int] = [:]
        var messages: [MessageKey: Int] = [:]
        /// How many more shapes and messages each tenant may make today.
        var room: [Int: (shapes: Int, messages: Int)] = [:]
        var day: Int64 = 0
        /// About what is remembered in memory.
        var bytes = 0
        /// What new messages take.
        var textBytes = 0
    }

    private let known = Mutex(Lesson())

    /// About what is remembered.
    var bytes: Int { known.withLock(\.bytes) }

    func remember(_ lesson: Lesson) {
        let bytes = lesson.messages.keys.reduce(Self.shapeBytes * lesson.shapes.count) {
            $0 + Self.messageBytes + $1.text.text.utf8.count
        }
        known.withLock { known in
            let isFull =
                known.shapes.count + known.messages.count > Self.remembered
                || known.bytes + bytes > Self.rememberedBytes
            if isFull { known = Lesson() }
            known.bytes += bytes
            known.tenants.merge(lesson.tenants) { first, _ in first }
            known.shapes.merge(lesson.shapes) { first, _ in first }
            known.messages.merge(lesson.messages) { first, _ in first }
        }
    }

    func knownNumber(of tenant: Tenant.ID) -> Int? { known.withLock { $0.tenants[tenant] } }
    func knownNumber(of key: ShapeKey) -> Int? { known.withLock { $0.shapes[key] } }
    func knownNumber(of key: MessageKey) -> Int? { known.withLock { $0.messages[key] } }

    /// The number of a tenant in this database; nil when it has no event yet.
    func number(of tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> Int? {
        if let number = knownNumber(of: tenant) { return number }
        return try transaction.value("SELECT number FROM event_tenants WHERE id = \(tenant)")
    }

    func number(of tenant: Tenant.ID, _ lesson: inout Lesson, _ transaction: any WriteTransaction) throws -> Int {
        if let number = try lesson.tenants[tenant] ?? number(of: tenant, transaction) {
            lesson.tenants[tenant] = number
            return number
        }
        let highest: Int = try transaction.value("SELECT max(number) AS n FROM event_tenants") ?? 0
        try transaction.execute("INSERT INTO event_tenants (number, id) VALUES (\(highest + 1), \(tenant))")
        lesson.tenants[tenant] = highest + 1
        return highest + 1
    }

    func number(
        of shape: Shape,
        tenant: Int,
        at moment: Timestamp,
        _ lesson: inout Lesson,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let key = ShapeKey(tenant: tenant, shape: shape)
        if let number = lesson.shapes[key] ?? knownNumber(of: key) { return number }
        let stored: Int? = try transaction.value(
            "SELECT id FROM shapes WHERE tenant_id = \(tenant) AND fingerprint = \(shape.fingerprint)"
        )
        if let stored {
            lesson.shapes[key] = stored
            return stored
        }
        // The folded ones are few, so they need no room.
        if shape != shape.folded {
            guard try room(tenant, at: moment, &lesson, transaction).shapes > 0 else {
                return try number(of: shape.folded, tenant: tenant, at: moment, &lesson, transaction)
            }
            lesson.room[tenant]?.shapes -= 1
        }
        let highest: Int = try transaction.value("SELECT max(id) AS n FROM shapes WHERE tenant_id = \(tenant)") ?? 0
        try shape.insert(id: highest + 1, tenant: tenant, at: moment, transaction)
        lesson.shapes[key] = highest + 1
        return highest + 1
    }

    /// - Returns: nil when the tenant has made too many messages today: the text then stays with its event.
    func number(
        ofMessage text: String,
        tenant: Int,
        at moment: Timestamp,
        _ lesson: inout Lesson,
        _ transaction: any WriteTransaction
    ) throws -> Int? {
        let key = MessageKey(tenant: tenant, text: ByteText(text))
        if let number = lesson.messages[key] ?? knownNumber(of: key) { return number }
        let fingerprint = Data(SHA256.hash(data: Data(text.utf8)).prefix(16))
        let stored: Int? = try transaction.value(
            "SELECT id FROM messages WHERE tenant_id = \(tenant) AND fingerprint = \(fingerprint)"
        )
        if let stored {
            lesson.messages[key] = stored
            return stored
        }
        guard try room(tenant, at: moment, &lesson, transaction).messages > 0 else { return nil }
        lesson.room[tenant]?.messages -= 1
        let highest: Int = try transaction.value("SELECT max(id) AS n FROM messages WHERE tenant_id = \(tenant)") ?? 0
        try transaction.execute(
            """
            INSERT INTO messages (tenant_id, id, fingerprint, text, created_at)
            VALUES (\(tenant), \(highest + 1), \(fingerprint), \(text), \(moment))
            """
        )
        lesson.messages[key] = highest + 1
        lesson.textBytes += text.utf8.count + 80
        return highest + 1
    }

    /// Writes down how much was made, at the end of the transaction.
    func storeGrowth(_ lesson: Lesson, _ transaction: any WriteTransaction) throws {
        for (tenant, room) in lesson.room {
            let shapes = Self.shapesPerDay - room.shapes
            let messages = Self.messagesPerDay - room.messages
            try transaction.executeLater(
                """
                INSERT INTO event_growth (tenant_id, day, shapes, messages) VALUES (\(tenant), \(lesson.day), \(shapes), \(messages))
                ON CONFLICT (tenant_id, day) DO UPDATE SET shapes = excluded.shapes, messages = excluded.messages
                """
            )
        }
    }

    private func room(
        _ tenant: Int,
        at moment: Timestamp,
        _ lesson: inout Lesson,
        _ transaction: any ReadTransaction
    ) throws -> (shapes: Int, messages: Int) {
        if let room = lesson.room[tenant] { return room }
        lesson.day = moment.milliseconds / 86_400_000
        let row = try transaction.row(
            "SELECT shapes, messages FROM event_growth WHERE tenant_id = \(tenant) AND day = \(lesson.day)"
        )
        let made: (Int, Int) = try row.map { (try $0.get("shapes"), try $0.get("messages")) } ?? (0, 0)
        let room = (shapes: max(0, Self.shapesPerDay - made.0), messages: max(0, Self.messagesPerDay - made.1))
        lesson.room[tenant] = room
        return room
    }
}
