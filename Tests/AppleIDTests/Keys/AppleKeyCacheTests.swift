import AppleID
import Domain
import FakeApple
import Fixtures
import StrictJSON
import Testing
import UseCases

@Suite struct AppleKeyCacheTests {
    @Test func `keys are fetched once for hours`() async throws {
        let site = try await AppleSite()
        for _ in 0..<5 { _ = try await site.identity(try site.token()) }
        site.clock.advance(by: .hours(6) - .milliseconds(1))
        _ = try await site.identity(try site.token())
        #expect(site.apple.requests(to: .keys) == 1)

        site.clock.advance(by: .milliseconds(1))
        _ = try await site.identity(try site.token())

        #expect(site.apple.requests(to: .keys) == 2)
    }

    @Test func `every published key is good, by its id`() async throws {
        let site = try await AppleSite()
        for key in site.apple.publishedKeys {
            let token = try site.apple.identityToken(
                site.claims(),
                header: ["kid": .string(key.id), "alg": "RS256"],
                signer: .rsa(key)
            )

            #expect(try await site.rejection(token) == nil)
        }
        #expect(site.apple.requests(to: .keys) == 1)
    }

    @Test func `a hundred verifications at once make one request`() async throws {
        let site = try await AppleSite()
        let token = try site.token()

        let rejected = try await withThrowingTaskGroup(of: AppleTokenFailure?.self) { group in
            for _ in 0..<100 { group.addTask { try await site.rejection(token) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(rejected.allSatisfy { $0 == nil })
        #expect(site.apple.requests(to: .keys) == 1)
    }

    @Test func `a new key of Apple's is found with one request, and the key that went is not taken any more`()
        async throws
    {
        let site = try await AppleSite()
        let gone = site.apple.publishedKeys[0]
        _ = try await site.identity(try site.token())
        try site.apple.rotate()

        #expect(try await site.rejection(site.token()) == nil)

        #expect(site.apple.requests(to: .keys) == 2)
        site.clock.advance(by: .seconds(60))
        let old = try site.apple.identityToken(
            site.claims(),
            header: ["kid": .string(gone.id), "alg": "RS256"],
            signer: .rsa(gone)
        )
        #expect(try await site.rejection(old) == .unknownKey)
    }

    @Test func `a flood of invented key ids makes one request a minute`() async throws {
        let site = try await AppleSite()
        _ = try await site.identity(try site.token())

        for minute in 1...3 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let token = try site.apple.identityToken(
                            site.claims(),
                            header: ["kid": .string("flood-\(minute)-\(number)"), "alg": "RS256"]
                        )
                        #expect(try await site.rejection(token) == .unknownKey)
                    }
                }
                try await group.waitForAll()
            }
            #expect(site.apple.requests(to: .keys) == 1 + minute)
            site.clock.advance(by: .seconds(60))
        }
        #expect(try await site.rejection(site.token()) == nil)
    }

    @Test(arguments: [
        FakeFault.status(500), .status(503), .garbage, .drop, .answer(200, "{}"), .answer(200, "{\"keys\":[]}"),
    ])
    func `while Apple is down the keys that are there serve for a day more`(_ fault: FakeFault) async throws {
        let site = try await AppleSite()
        _ = try await site.identity(try site.token())
        site.apple.inject(fault)

        site.clock.advance(by: .hours(30) - .milliseconds(1))
        #expect(try await site.rejection(site.token()) == nil)
        #expect(site.apple.requests(to: .keys) == 2)

        site.clock.advance(by: .milliseconds(1))
        guard case .keysUnavailable = try await site.rejection(try site.token()) else {
            Issue.record("keys of yesterday were taken")
            return
        }
    }

    @Test func `while Apple is down it is asked once a minute`() async throws {
        let site = try await AppleSite()
        _ = try await site.identity(try site.token())
        site.apple.inject(.status(503))
        site.clock.advance(by: .hours(7))

        for _ in 0..<10 { #expect(try await site.rejection(try site.token()) == nil) }
        #expect(site.apple.requests(to: .keys) == 2)

        site.clock.advance(by: .seconds(60))
        #expect(try await site.rejection(site.token()) == nil)
        #expect(site.apple.requests(to: .keys) == 3)
    }

    @Test func `after an outage the first good answer is used at once`() async throws {
        let site = try await AppleSite()
        site.apple.inject(.status(503))
        #expect(try await site.rejection(site.token()) == .keysUnavailable(retryAfter: .seconds(5)))
        site.apple.inject(nil)
        #expect(try await site.rejection(site.token()) == .keysUnavailable(retryAfter: .seconds(5)))

        site.clock.advance(by: .seconds(5))

        #expect(try await site.rejection(site.token()) == nil)
        #expect(site.apple.requests(to: .keys) == 2)
    }

    @Test func `an unknown key while Apple is down says nothing about the token`() async throws {
        let site = try await AppleSite()
        _ = try await site.identity(try site.token())
        try site.apple.rotate()
        site.apple.inject(.status(500))

        #expect(try await site.rejection(site.token()) == .keysUnavailable(retryAfter: .seconds(60)))
        #expect(try await site.rejection(site.token()) == .keysUnavailable(retryAfter: .seconds(60)))

        #expect(site.apple.requests(to: .keys) == 2)
    }

    @Test(arguments: [
        FakeFault.oversized(64 * 1024), .garbage, .drop, .redirect("http://127.0.0.1:1/"), .status(204),
    ])
    func `an answer that is none of Apple's is no answer`(_ fault: FakeFault) async throws {
        let site = try await AppleSite()
        site.apple.inject(fault, at: .keys)

        #expect(try await site.rejection(site.token()) == .keysUnavailable(retryAfter: .seconds(5)))
    }

    @Test func `a redirect is not followed`() async throws {
        let site = try await AppleSite()
        let other = try await FakeApple.start(now: { site.clock.now })
        site.apple.inject(.redirect(other.url + "/auth/keys"), at: .keys)

        #expect(try await site.rejection(site.token()) == .keysUnavailable(retryAfter: .seconds(5)))

        #expect(other.requests == 0)
        await other.stop()
    }

    @Test func `an answer that takes too long is not waited for`() async throws {
        let site = try await AppleSite(limits: .init(keyDeadline: .milliseconds(50)))
        site.apple.inject(.slow(.seconds(600)), at: .keys)

        #expect(try await site.rejection(site.token()) == .keysUnavailable(retryAfter: .seconds(5)))
    }

    @Test func `a clock that is set back makes the keys be fetched again`() async throws {
        let site = try await AppleSite()
        _ = try await site.identity(try site.token())

        site.clock.advance(by: .zero - .hours(48))

        #expect(try await site.rejection(site.token()) == nil)
        #expect(site.apple.requests(to: .keys) == 2)
    }
}
