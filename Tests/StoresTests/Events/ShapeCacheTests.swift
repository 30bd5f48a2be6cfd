import Database
import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

@Suite struct ShapeCacheTests {
    private let installation: Installation
    private let acme: TestTenant
    private let database: StatementCounter
    private let cache: ShapeCache

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        database = StatementCounter(installation.events)
        let clock = installation.clock
        cache = ShapeCache(maximumCount: 40) { clock.now }
    }

    private func deliver(versions: [String], to tenant: TestTenant, from first: Int = 0) async throws {
        try await tenant.deliver(
            versions.enumerated().map { place, version in
                var event = tenant.event(first + place)
                event.content.texts[.appVersion] = version
                return event
            }
        )
    }

    private func number(of tenant: TestTenant) async throws -> Int {
        let id = tenant.tenant.id
        return try await installation.events.read(.installation("test")) { transaction in
            try #require(try Failures.number(of: id, transaction))
        }
    }

    /// The versions of the first shapes of a tenant by their numbers, and the statements that found them.
    private func versions(_ ids: [Int], of tenant: TestTenant) async throws -> (versions: [Int: String?], reads: Int) {
        let number = try await number(of: tenant)
        _ = database.take()
        let versions = try await database.read(.tenant(tenant.tenant.id.uuid)) { [cache] transaction in
            var versions: [Int: String?] = [:]
            try cache.forEach(ids, of: number, transaction) { versions[$0] = .some($1[.appVersion]) }
            return versions
        }
        return (versions, database.take().reduce(0) { $0 + $1.reads })
    }

    @Test func `shapes are read once`() async throws {
        try await deliver(versions: ["1.0", "1.1", "1.2"], to: acme)

        let (first, reads) = try await versions([1, 2], of: acme)
        let (second, readsAgain) = try await versions([2, 1], of: acme)
        let (third, readsMore) = try await versions([1, 2, 3, 4], of: acme)

        #expect(reads == 1 && readsAgain == 0 && readsMore == 1)
        #expect(first.count == 2 && first == second)
        #expect(Set(third.values) == ["1.0", "1.1", "1.2"])
    }

    @Test func `the failure of a shape is read with it`() async throws {
        try await acme.deliver([acme.event(1), acme.event(2, outcome: .success)])
        let number = try await number(of: acme)

        for _ in 0..<2 {
            let shapes = try await database.read(.tenant(acme.tenant.id.uuid)) { [cache] transaction in
                var shapes: [Int: Shape] = [:]
                try cache.forEach([1, 2], of: number, transaction) { shapes[$0] = $1 }
                return shapes
            }
            #expect(shapes.values.filter { $0[.outcome] == "failed" }.compactMap(\.failure).count == 1)
            #expect(shapes.values.filter { $0[.outcome] == "success" }.map(\.failure) == [nil])
        }
    }

    @Test func `the shapes of two tenants have nothing in common but their numbers`() async throws {
        let globex = try await TestTenant("globex", in: installation)
        try await deliver(versions: ["1.0"], to: acme)
        try await deliver(versions: ["2.0"], to: globex, from: 10)

        for _ in 0..<2 {
            #expect(try await versions([1], of: acme).versions == [1: "1.0"])
            #expect(try await versions([1], of: globex).versions == [1: "2.0"])
        }
    }

    @Test func `a shape with long values takes no place in the cache`() async throws {
        let long = "1." + String(repeating: "0", count: 240)
        try await deliver(versions: [long], to: acme)

        for _ in 0..<2 {
            let (versions, reads) = try await versions([1], of: acme)
            #expect(reads == 1)
            #expect(versions.values.first??.hasPrefix("1.000") == true)
        }
    }

    @Test func `more shapes than one statement names are found`() async throws {
        let versions = (0..<2100).map { "3.\($0)" }
        for start in stride(from: 0, to: versions.count, by: 500) {
            try await deliver(
                versions: Array(versions[start..<min(start + 500, versions.count)]),
                to: acme,
                from: start
            )
        }

        let (found, reads) = try await self.versions(Array(1...2100), of: acme)

        #expect(Set(found.values) == Set(versions.map { $0 }))
        #expect(reads == 2)
    }

    @Test func `one question over many shapes does not drive out the others`() async throws {
        try await deliver(versions: (1...45).map { "4.\($0)" }, to: acme)
        _ = try await versions([1, 2], of: acme)

        let (all, _) = try await versions(Array(1...45), of: acme)
        let (few, reads) = try await versions([1, 2], of: acme)

        #expect(Set(all.values) == Set((1...45).map { "4.\($0)" }))
        #expect(few.count == 2 && reads == 0)
    }

    @Test func `shapes that are used stay, others give way`() async throws {
        try await deliver(versions: (1...95).map { "5.\($0)" }, to: acme)
        for start in stride(from: 3, to: 84, by: 9) {
            _ = try await versions([1], of: acme)
            _ = try await versions(Array(start..<start + 9), of: acme)
        }

        #expect(try await versions([1], of: acme).reads == 0)
        #expect(try await versions([3], of: acme).reads == 1)
    }

    @Test func `a shape is read again after an hour, and when the clock was set back`() async throws {
        try await deliver(versions: ["1.0"], to: acme)
        var reads: [Int] = []
        for span in [Duration.zero, .minutes(59), .minutes(1), .zero, .minutes(-5)] {
            installation.clock.advance(by: span)
            reads.append(try await versions([1], of: acme).reads)
        }

        #expect(reads == [1, 0, 1, 0, 1])
    }
}
