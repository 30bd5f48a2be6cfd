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
            .signUpByAddress, .refusedNoticeByTenant, .appleCheckByTenant, .linkByAddress, .exchangeByAddress,
            .messageByAccount,
            .messageByAccountAndNetwork, .messageByAccountAndKnownNetwork, .messageByAddress, .messageByTenant,
            .messageAskedOfTenant,
            .messageToUnconfirmed, .messageToUnconfirmedByNetwork, .messageToUnconfirmedMailbox,
            .messageToUnconfirmedMailboxInDays,
            .messageToUnconfirmedMailboxOfAll, .noticeByMailbox, .digitsByMailboxAndNetwork,
            .digitsByMailboxAndNetworkInDay,
            .digitsByMailbox, .ownChangeBySession, .ownChangeByUser, .requestsByPrincipal, .requestsByTenant,
            .refusedRefreshByAddress,
            .repeatedRefreshBySession, .auditedRefreshBySession,
        ] + AnonymousAttempt.allCases.flatMap { [$0.total, $0.ofNetwork, $0.reserved] }

    @Test(arguments: limits) func `maintenance gives nothing back, and forgets what is full`(
        limit: RateLimit
    ) async throws {
        let acme = try await Household("acme", in: Installation())
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
}
