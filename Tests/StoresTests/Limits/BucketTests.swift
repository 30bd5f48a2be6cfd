import Database
import Domain
import Fixtures
import Testing

@testable import UseCases

/// Buckets as they are kept.
@Suite struct BucketTests {
    private static let limits: [RateLimit] =
        [
            .signInByAccountAndNetwork, .signInByAccount, .signInByAddress, .signInByDevice, .codeByAccountAndNetwork,
            .codeByAccount,
            .signUpByAddress, .rejectedNoticeByTenant, .appleCheckByTenant, .linkByAddress, .exchangeByAddress,
            .messageByAccount,
            .messageByAccountAndNetwork, .messageByAccountAndKnownNetwork, .messageByAddress, .messageByTenant,
            .messageAskedOfTenant,
            .messageToUnconfirmed, .messageToUnconfirmedByNetwork, .messageToUnconfirmedMailbox,
            .messageToUnconfirmedMailboxInDays,
            .messageToUnconfirmedMailboxOfAll, .noticeByMailbox, .digitsByMailboxAndNetwork,
            .digitsByMailboxAndNetworkInDay,
            .digitsByMailbox, .selfServiceBySession, .selfServiceByUser, .requestsByPrincipal, .requestsByTenant,
            .rejectedRefreshByAddress,
            .repeatedRefreshBySession, .auditedRefreshBySession,
        ] + AnonymousAttempt.allCases.flatMap { [$0.total, $0.ofNetwork, $0.reserved] }

    @Test(arguments: limits) func `maintenance refunds nothing, and deletes full buckets`(
        limit: RateLimit
    ) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (limiter, clock) = (acme.services.limiter, acme.installation.clock)
        func claim(_ count: Int) -> RateLimitClaim {
            limiter.claim(limit, tenant: acme.tenant.id, subject: "kim", count: count)
        }
        func rows() async throws -> Int {
            try await acme.installation.control.read(.installation("test")) {
                try $0.value("SELECT count(*) AS n FROM rate_limits") ?? -1
            }
        }
        try await limiter.take([claim(limit.capacity)])

        clock.advance(by: limit.period / 2)
        try await acme.services.maintenance.turn()

        #expect(try await rows() == 1)
        #expect(try await limiter.borrow([claim(limit.capacity / 2 + 1)]).wait != nil)
        clock.advance(by: limit.period / 2)
        try await acme.services.maintenance.turn()
        #expect(try await rows() == 0)
        #expect(try await limiter.borrow([claim(limit.capacity)]).wait == nil)
    }

    @Test func `an empty bucket is refilled from the new time when the clock was set back`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (limiter, clock) = (acme.services.limiter, acme.installation.clock)
        let one = limiter.claim(.signInByAccountAndNetwork, tenant: acme.tenant.id, subject: "kim")
        while try await limiter.borrow([one]).wait == nil {}

        clock.advance(by: .zero - .days(30))

        #expect(try await limiter.borrow([one]).wait == .seconds(90))
        clock.advance(by: .seconds(90))
        #expect(try await limiter.borrow([one]).wait == nil)
    }

    @Test func `no time counts twice when the clock of one of two nodes is ahead`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (limiter, clock) = (acme.services.limiter, acme.installation.clock)
        let one = limiter.claim(.signInByAccountAndNetwork, tenant: acme.tenant.id, subject: "kim")
        while try await limiter.borrow([one]).wait == nil {}

        var taken = 0
        for number in 0..<20 {
            clock.advance(by: number.isMultiple(of: 2) ? .minutes(5) : .zero - .minutes(5))
            while try await limiter.borrow([one]).wait == nil { taken += 1 }
        }

        #expect(taken == 3, "five minutes, of which each 90 seconds give one")
    }

    /// One statement of PostgreSQL cannot change a row twice, and of two rows for one key SQLite keeps the last.
    @Test(arguments: [[1, 3], [3, 1], [2, 2, 3]])
    func `claims of one bucket in one request are stored once, at the lowest level`(counts: [Int]) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let limiter = acme.services.limiter
        let limit = RateLimit.signInByAccount
        func claim(_ count: Int) -> RateLimitClaim {
            limiter.claim(limit, tenant: acme.tenant.id, subject: "kim", count: count)
        }
        func tokens() async throws -> [Int] {
            try await acme.installation.control.read(.installation("test")) { transaction in
                try transaction.rows("SELECT tokens FROM rate_limits").map { try $0.get("tokens") }
            }
        }

        let taken = try await limiter.borrow(counts.map(claim))
        let afterTaking = try await tokens()
        try await limiter.giveBack([claim(2), claim(1)])
        let afterReturning = try await tokens()

        #expect(taken.wait == nil)
        #expect(taken.left == counts.map { limit.capacity - $0 })
        #expect(afterTaking == [(limit.capacity - 3) * 1000])
        #expect(afterReturning == [(limit.capacity - 2) * 1000])
    }
}
