import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

/// Releases, from what events and runs name.
@Suite struct ReleaseReadingTests {
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        // Within an hour, so that an event is of the hour in which it is received.
        installation.clock.advance(by: .minutes(10))
    }

    /// - Parameter outcomes: one event each.
    private func deliver(
        _ outcomes: [Outcome],
        of version: String,
        from number: Int,
        domain: String? = nil,
        system: String = "18.2"
    ) async throws {
        try await acme.deliver(
            outcomes.enumerated().map { index, outcome in
                var event = acme.event(number + index, outcome: outcome, ago: .seconds(1))
                event.content.texts[.appVersion] = version
                event.content.texts[.build] = "17"
                event.content.texts[.osVersion] = system
                if let domain { event.content.error = EventError(domain: domain, code: "-1009", message: nil) }
                return event
            }
        )
    }

    private func health(_ version: String) async throws -> ReleaseHealth {
        try await acme.services.releases.health(of: version, grant: acme.system.grant())
    }

    @Test func `a release that another node's clock dates ahead is read`() async throws {
        try await deliver([.success], of: "2.4.0", from: 0)
        installation.clock.advance(by: .zero - .hours(3))

        #expect(try await health("2.4.0").summary.record.version == "2.4.0")
    }

    @Test func `a page of releases is refused with the cursor of another list`() async throws {
        try await deliver([.success], of: "2.4.0", from: 0)

        for id: [UInt8] in [[0xFF], [0x32, 0]] {
            await #expect(throws: DomainError.self) {
                let request = PageRequest(cursor: Cursor(key: "1", id: id))
                _ = try await acme.services.releases.page(request, grant: acme.system.grant())
            }
        }
    }

    @Test func `a release is compared with the one before at the same age`() async throws {
        try await deliver([.success, .success, .failed], of: "2.4.0", from: 0)
        installation.clock.advance(by: .hours(5))
        // Later hours of the first release are not compared with the first hour of the next one.
        try await deliver([.failed, .failed], of: "2.4.0", from: 10)
        installation.clock.advance(by: .days(1))
        try await deliver([.success], of: "2.5.0", from: 20)

        let health = try await health("2.5.0")

        #expect(health.previous?.version == "2.4.0" && health.age.hours == 1)
        #expect(health.rate == SuccessRate(successes: 1, results: 1))
        #expect(health.previousRate == SuccessRate(successes: 2, results: 3))
        #expect(health.comparison == .similar)
        #expect(try await self.health("2.4.0").previous == nil)
        #expect(try await self.health("2.4.0").comparison == .unknown)
    }

    @Test func `a system is beside the release before on it, and a build beside all of that release`() async throws {
        try await deliver(Array(repeating: .success, count: 40), of: "2.4.0", from: 0, system: "17.6")
        try await deliver(Array(repeating: .success, count: 40), of: "2.4.0", from: 100, system: "18.2")
        installation.clock.advance(by: .hours(3))
        // Older than 2.5.0 is now, so it does not count.
        try await deliver(Array(repeating: .failed, count: 80), of: "2.4.0", from: 200, system: "17.6")
        try await deliver(Array(repeating: .success, count: 40), of: "2.5.0", from: 300, system: "17.6")
        try await deliver(Array(repeating: .failed, count: 40), of: "2.5.0", from: 400, system: "18.2")
        try await deliver([.success], of: "2.5.0", from: 500, system: "19.0")

        let health = try await health("2.5.0")
        let systems = Dictionary(uniqueKeysWithValues: health.systems.parts.map { ($0.outcomes.value, $0) })
        let build = try #require(health.builds.parts.first)

        #expect(systems["18.2"]?.comparison == .worse && systems["17.6"]?.comparison == .similar)
        #expect(systems["17.6"]?.previousRate == SuccessRate(successes: 40, results: 40))
        #expect(systems["19.0"]?.comparison == .unknown && systems["19.0"]?.previousRate?.results == 0)
        #expect(build.rate == SuccessRate(successes: 41, results: 81) && build.comparison == .worse)
        #expect(build.previousRate == SuccessRate(successes: 80, results: 80))
    }

    @Test func `the sign-ins of a release are the token exchanges that the app reports`() async throws {
        let outcomes: [Outcome] = [.success, .cancelled, .rejected, .failed]
        try await acme.deliver(
            outcomes.enumerated().map { acme.event($0, stage: .tokenExchange, outcome: $1, ago: .seconds(1)) }
                + [acme.event(10, stage: .appleSheet, outcome: .success, ago: .seconds(1))]
        )
        var served = acme.event(20, stage: .tokenExchange, outcome: .success, ago: .seconds(1))
        served.content.source = .server
        try await acme.services.intake.recorder.record([served], in: acme.tenant.id)

        let health = try await health("2.4.0")

        #expect(health.summary.signIns == 4 && health.systems.parts.map(\.outcomes.signIns) == [4])
    }

    @Test func `builds, systems and codes are those of the release`() async throws {
        try await deliver(Array(repeating: .failed, count: 6), of: "2.4.0", from: 0)
        installation.clock.advance(by: .hours(2))
        try await deliver([.failed, .failed], of: "2.5.0", from: 10, domain: "NSURLErrorDomain", system: "19.0")
        try await deliver([.success], of: "2.5.0", from: 20)

        let health = try await health("2.5.0")

        #expect(health.builds.parts.map(\.outcomes.value) == ["17"] && health.builds.parts[0].outcomes.events == 3)
        #expect(Set(health.systems.parts.map(\.outcomes.value)) == ["19.0", "18.2"])
        #expect(health.builds.isComplete && health.systems.isComplete)
        #expect(health.codes.new.map(\.count) == [2])
        #expect(health.codes.gone.map(\.count) == [6])
        #expect(try await self.health("2.4.0").codes.new.map(\.count) == [6])
    }

    @Test func `people of several failures of a release count once, and are out until they succeed`() async throws {
        func event(
            _ number: Int,
            _ user: String?,
            _ outcome: Outcome = .failed,
            code: String = "-25308",
            version: String = "2.5.0"
        ) -> DecodedEvent {
            var event = acme.event(number, outcome: outcome, user: user, ago: .seconds(60 - Int64(number)))
            event.content.texts[.appVersion] = version
            if outcome == .failed { event.content.error = EventError(domain: "NSOSStatusErrorDomain", code: code) }
            return event
        }
        try await acme.deliver([
            event(1, "ada"), event(2, "ada", code: "-25299"), event(3, "bo"), event(4, "cy", code: "-25299"),
            event(5, "dan", version: "2.4.0"), event(6, nil),
            // Ada and Bo get past it; Cy does not, and Ada fails once more in one way.
            event(7, "ada", .success), event(8, "bo", .success), event(9, "ada", code: "-25299"),
        ])

        let users = try await health("2.5.0").users

        #expect(users == AffectedUsers(affected: 3, stillOut: 2, isComplete: true))
        #expect(try await health("2.4.0").users == AffectedUsers(affected: 1, stillOut: 1, isComplete: true))
        installation.clock.advance(by: .days(8))
        #expect(try await health("2.5.0").users == .none)
    }

    @Test func `the list has shares, runs and installations, latest first`() async throws {
        try await deliver([.success, .success, .success], of: "2.4.0", from: 0)
        try await deliver([.failed], of: "2.5.0", from: 10)
        func run(_ number: UInt8, _ version: String, _ status: AppRun.Status) -> AppRunUpdate {
            .run(
                AppRun(
                    id: AppRun.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))),
                    installation: "installation \(number)",
                    status: status,
                    isInitial: true,
                    sequence: 0,
                    startedAt: installation.clock.now,
                    at: installation.clock.now,
                    duration: nil,
                    errors: 0,
                    release: AppRelease(version: version),
                    environment: nil
                )
            )
        }
        installation.clock.advance(by: .seconds(1))
        try await acme.deliver(
            EventDelivery(
                sentAt: nil,
                items: [],
                examined: 4,
                runs: [run(1, "2.4.0", .exited), run(2, "2.4.0", .crashed), run(3, "2.4.0", .ok), run(4, "2.6.0", .ok)]
            )
        )
        installation.clock.advance(by: .days(1))

        let page = try await acme.services.releases.page(PageRequest(), grant: acme.system.grant())

        #expect(page.items.map(\.record.version) == ["2.6.0", "2.5.0", "2.4.0"])
        #expect(page.items.map(\.share) == [0, 0.25, 0.75])
        #expect(page.items.map(\.adoption) == [0.25, 0, 0.75])
        #expect(page.items.map(\.installations) == [1, 0, 3])
        #expect(page.items[2].runs == [.exited: 1, .crashed: 1, .running: 1])
    }

    @Test func `a release among many others is counted as a whole`() async throws {
        try await deliver(Array(repeating: .success, count: 9) + [.failed], of: "2.4.0", from: 0)
        // Each outcome of the others has more events than the failures of this one.
        for first in stride(from: 0, to: 600, by: 50) {
            try await acme.deliver(
                (first..<first + 50).flatMap { version in
                    [Outcome.success, .success, .failed, .failed].enumerated().map { index, outcome in
                        var event = acme.event(100 + version * 4 + index, outcome: outcome, ago: .seconds(1))
                        event.content.texts[.appVersion] = "1.\(version)"
                        return event
                    }
                }
            )
        }

        let summary = try await health("2.4.0").summary

        #expect(summary.rate == SuccessRate(successes: 9, results: 10))
        #expect(summary.share == 10.0 / 2410.0)
    }

    @Test func `a release with more builds than are listed says so`() async throws {
        for first in stride(from: 0, to: 1050, by: 350) {
            try await acme.deliver(
                (first..<first + 350).map { number in
                    var event = acme.event(number, outcome: .success, ago: .seconds(1))
                    event.content.texts[.build] = "\(number)"
                    return event
                }
            )
        }

        let health = try await health("2.4.0")

        #expect(!health.builds.isComplete && health.builds.parts.count == 1000)
        #expect(health.systems.isComplete && health.systems.parts.map(\.outcomes.events) == [1050])
    }

    @Test func `a release among very many is counted`() async throws {
        for part in 0..<11 {
            try await acme.deliver(
                (0..<100).map { number in
                    var event = acme.event(part * 100 + number, outcome: .success, ago: .seconds(1))
                    event.content.texts[.appVersion] = "1.\(100 + part * 100 + number)"
                    return event
                }
            )
        }

        for version in ["1.100", "1.999"] {
            let summary = try await health(version).summary
            #expect(summary.rate.results == 1 && summary.share == 1.0 / 1100, "\(version)")
        }
    }

    @Test func `releases are paged in both directions`() async throws {
        for number in 0..<7 {
            try await deliver([.success], of: "2.\(number).0", from: number * 10)
            installation.clock.advance(by: .minutes(1))
        }
        func page(_ cursor: Cursor?) async throws -> Page<ReleaseSummary> {
            try await acme.services.releases.page(PageRequest(limit: 3, cursor: cursor), grant: acme.system.grant())
        }

        let first = try await page(nil)
        let second = try await page(first.next)
        let third = try await page(second.next)

        #expect(
            (first.items + second.items + third.items).map(\.record.version) == (0..<7).reversed().map { "2.\($0).0" }
        )
        #expect(third.next == nil)
        #expect(try await page(second.previous).items == first.items)
    }

    @Test func `releases of one tenant are nowhere in another`() async throws {
        let globex = try await TestTenant("globex", in: installation)
        try await deliver([.success], of: "2.4.0", from: 0)

        #expect(try await globex.services.releases.page(PageRequest(), grant: globex.system.grant()).items.isEmpty)
        await #expect(throws: DomainError.notFound(.release)) {
            try await globex.services.releases.health(of: "2.4.0", grant: globex.system.grant())
        }
        #expect(
            try await globex.services.changes.page(PageRequest(), access: globex.system, grant: globex.system.grant())
                .items.allSatisfy { $0.kind != .release }
        )
    }

    @Test func `releases that arrived together are all in the list of changes`() async throws {
        try await deliver([.success], of: "1.0", from: 0)
        installation.clock.advance(by: .minutes(1))
        try await acme.deliver(
            (1...9).map { number in
                var event = acme.event(number, outcome: .success, ago: .seconds(1))
                event.content.texts[.appVersion] = "2.\(number)"
                return event
            }
        )
        var found: [String] = []
        var cursor: Cursor?

        repeat {
            let page = try await acme.services.changes.page(
                PageRequest(limit: 2, cursor: cursor),
                access: acme.system,
                grant: acme.system.grant()
            )
            found += page.items.filter { $0.kind == .release }.compactMap(\.subject)
            cursor = page.next
        } while cursor != nil

        #expect(found == (1...9).reversed().map { "2.\($0)" } + ["1.0"])
    }

    @Test func `changes of one moment are all in the list of changes`() async throws {
        for number in 1...9 {
            _ = try await acme.services.keys.create(kind: .ingest, name: "App \(number)", grant: acme.system.grant())
        }
        var found: [NotableChange] = []
        var cursor: Cursor?

        repeat {
            let page = try await acme.services.changes.page(
                PageRequest(limit: 2, cursor: cursor),
                access: acme.system,
                grant: acme.system.grant()
            )
            found += page.items
            cursor = page.next
        } while cursor != nil

        let keys = found.filter { $0.kind == .key }
        #expect(keys.count { $0.at == installation.clock.now } >= 9 && Set(keys).count == keys.count)
    }

    @Test func `changes are listed latest first, page by page, as far as the permissions go`() async throws {
        try await deliver([.success], of: "2.4.0", from: 0)
        installation.clock.advance(by: .minutes(1))
        try await acme.set { $0.requiresNonce = true }
        installation.clock.advance(by: .minutes(1))
        _ = try await acme.services.keys.create(kind: .ingest, name: "App", grant: acme.system.grant())

        var found: [NotableChange] = []
        var cursor: Cursor?
        repeat {
            let page = try await acme.services.changes.page(
                PageRequest(limit: 1, cursor: cursor),
                access: acme.system,
                grant: acme.system.grant()
            )
            found += page.items
            cursor = page.next
        } while cursor != nil

        #expect(found.prefix(3).map(\.kind) == [.key, .settings, .release])
        #expect(found.map(\.at) == found.map(\.at).sorted(by: >) && Set(found).count == found.count)
        #expect(found[2].subject == "2.4.0" && found[1].fields == ["require_nonce"])
    }
}
