import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import Stores
@testable import UseCases

/// What deliveries add to the disk is what their key pays for.
@Suite struct StorageGrowthTests {
    /// What becomes of the events.
    enum Kind: String, CaseIterable {
        case stored, sampled, redated, folded, duplicate, long
    }

    private static let count = 12_000
    private let installation: Installation
    private let acme: TestTenant
    private let key: APIKey.ID = SystemContext.system.newID()

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
    }

    /// - Parameter number: its minute, its shape and its message depend on it.
    private func event(_ number: Int, _ kind: Kind) -> ClassifiedEvent {
        let receivedAt = installation.clock.now
        let isRepeated = kind == .duplicate
        var event = acme.event(
            isRepeated ? number % 10 : kind == .folded ? Self.count + number : number,
            outcome: kind == .sampled ? .success : .failed,
            message: isRepeated || number % 40 == 0 ? "The keychain was locked \(number)." : nil,
            user: number % 3 == 0 ? "user \(number / 10)" : nil,
            ago: isRepeated ? .minutes(1) : .minutes(Int64(number % 2000))
        )
        event.content.texts[.deviceModel] = "iPhone\(number / 2000),1"
        if kind == .folded { event.content.texts[.appVersion] = "2.\(number)" }
        // Late events without rows share their minutes, by shape.
        if kind == .sampled { event.content.texts[.appVersion] = "3.\(number % 400)" }
        if kind == .long {
            event.content.attributes = [EventAttribute("trace", .text(String(repeating: "frame ", count: 200)))]
        }
        let clock = kind == .redated ? ClockCorrection(sentAt: receivedAt - .minutes(10), receivedAt: receivedAt) : nil
        return EventPipeline(scrubber: Scrubber { $0 }, clock: clock).run(event, receivedAt: receivedAt)
    }

    private func append(_ kind: Kind) async throws -> Int64 {
        var charged: Int64 = 0
        for start in stride(from: 0, to: Self.count, by: 400) {
            let events = (start..<start + 400).map { event($0, kind) }
            let batch = EventBatch(
                tenant: acme.tenant.id,
                key: key,
                networks: nil,
                receivedAt: installation.clock.now,
                events: kind == .sampled ? [] : events,
                sampled: kind == .sampled ? events.map { SampledEvent($0, reason: "success") } : [],
                counted: []
            )
            charged += try await installation.stores.events.append([batch]).reduce(0) { $0 + $1.bytes }
        }
        return charged
    }

    /// The space that rows and indexes take.
    private func size() async throws -> Int64 {
        if let database = installation.events as? SQLiteDatabase { return try await database.fileBytes().used }
        return try await installation.events.read(.installation("test")) { transaction in
            try transaction.value(
                """
                SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS BIGINT) AS n FROM pg_class c
                WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
                """
            ) ?? 0
        }
    }

    @Test(arguments: Kind.allCases) func `what is added to the disk is charged`(kind: Kind) async throws {
        if kind == .folded { try await fillDay() }
        let before = try await size()

        let charged = try await append(kind)

        let growth = try await size() - before
        #expect(Double(growth) <= 1.2 * Double(charged), "\(growth) bytes for \(charged)")
        #expect(Double(growth) >= 0.4 * Double(charged), "\(growth) bytes for \(charged)")
        let usage = try await installation.stores.events.usage(
            of: key,
            in: acme.tenant.id,
            at: installation.clock.now
        )
        #expect(usage.key >= charged && usage.key == usage.tenant)
    }

    /// Uses up the shapes of the day.
    private func fillDay() async throws {
        _ = try await append(.stored)
        _ = try await installation.events.write(.installation("test")) {
            try $0.execute("UPDATE event_growth SET shapes = \(EventDictionary.shapesPerDay)")
        }
    }
}
