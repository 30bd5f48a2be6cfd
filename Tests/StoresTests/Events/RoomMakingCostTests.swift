import Database
import Domain
import Fixtures
import Foundation
import Measuring
import Testing

@testable import Stores
@testable import UseCases

/// How long a step holds the writer of events when a tenant has very many counts.
@Suite(.serialized) struct RoomMakingCostTests {
    private static let shapes = 1000
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        try await acme.deliver([acme.event(1)])
    }

    private func write(_ statement: SQL) async throws {
        _ = try await installation.events.write(.installation("test")) { try $0.execute(statement) }
    }

    /// Counts of every shape, in as many spans before now.
    private func count(_ span: CountWindow.Span, _ spans: Int) async throws {
        let last = span.floor(installation.clock.now.milliseconds)
        try await write(
            """
            WITH RECURSIVE numbers (n) AS (
                SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < \(spans * Self.shapes))
            INSERT INTO event_counts (tenant_id, span, start, shape_id, n)
            SELECT 1, \(span.rawValue), \(last) - (n / 1000 + 1) * \(span.width), 1000 + n % 1000, 1 FROM numbers
            """
        )
    }

    /// The processor time of steps that delete something.
    private func steps(_ count: Int) async throws -> [Duration] {
        let now = installation.clock.now
        let dictionary = EventDictionary(cost: RowCost(engine: .sqlite))
        let folded = FoldedDays()
        var times: [Duration] = []
        for _ in 0..<count {
            let (rows, place, time) = try await installation.events.write(.installation("test")) { transaction in
                var rows = 0
                var place = folded.place(of: 1, at: now)
                let time = try ProcessorTime.of {
                    var room = try RoomMaking(
                        tenant: 1,
                        bytes: 1 << 40,
                        now: now,
                        foldedUntil: place,
                        dictionary: dictionary,
                        transaction
                    )
                    rows = try room.delete(limit: EventSizeLimit.rows, within: EventSizeLimit.span)
                    place = room.foldedUntil
                }
                return (rows, place, time)
            }
            folded.note(place, at: now)
            #expect(rows > 0)
            times.append(time)
        }
        return times.sorted()
    }

    @Test(.onlySQLite("one file has all tables")) func `a step takes little processor time with three million counts`()
        async throws
    {
        try await write(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < \(Self.shapes))
            INSERT INTO shapes (tenant_id, id, fingerprint, source, stage, outcome, app_version, created_at)
            SELECT 1, 1000 + n, CAST(printf('%016d', n) AS BLOB), 'client', 'session-store', 'failed', 'v' || n, 0
            FROM numbers
            """
        )
        try await count(.minute, 1300)
        try await count(.hour, 1000)
        try await count(.day, 700)

        let fine = try await steps(100)
        try await write("DELETE FROM event_counts WHERE tenant_id = 1 AND span <> 'd'")
        try await write("DELETE FROM event_totals WHERE tenant_id = 1")
        // The event and what is counted beside it are deleted first.
        _ = try await steps(1)
        let days = try await steps(100)

        #expect(fine[50] <= .milliseconds(10) && fine[99] <= .milliseconds(20), "\(fine[50]), \(fine[99])")
        #expect(days[99] <= .milliseconds(20), "\(days[50]), \(days[99])")

        // Counts that stay as they are, before those that can be folded.
        let other = Shape.other
        let texts: [SQL] = ShapeColumns.textPlaces.map { "\(sql: ShapeColumns.all[$0].column) = \(other)" }
        try await write("UPDATE shapes SET \(sql: .list(texts)) WHERE id >= 1000 AND id < 1999")
        let bare = try await steps(30)

        #expect(bare[29] <= .milliseconds(20), "\(bare[15]), \(bare[29])")
    }
}
