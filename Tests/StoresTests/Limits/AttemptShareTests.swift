import Database
import Domain
import Fixtures
import Testing

@testable import UseCases

/// What all networks together can try at a tenant and at the console.
@Suite struct AttemptShareTests {
    private func failure(_ work: () async throws(AuthFailure) -> some Sendable) async -> AuthFailure? {
        do throws(AuthFailure) {
            _ = try await work()
            return nil
        } catch { return error }
    }

    @Test func `ten networks that try as often as they may stop no user of another`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        let limiter = acme.services.limiter
        var tried = 0
        for network in 1...10 {
            for number in 0..<240 {
                let address = "2001:db8:\(network):\(String(number * 256, radix: 16))::1"
                let origin = acme.context(address: address).origin
                let byAddress = limiter.signInByAddress(tenant: acme.tenant.id, from: origin)
                let share = limiter.share(of: .passwordSignIn, tenant: acme.tenant.id, from: origin)
                if try await limiter.borrow(byAddress, share).answer.wait == nil { tried += 1 }
            }
        }

        #expect(tried == 1200 + 5 * 3)
        let signedIn = try await acme.services.signIns.signIn(
            email: "ada@acme.example",
            password: TestTenant.password,
            in: acme.context(address: "192.0.2.1")
        )
        #expect(signedIn.user.id == ada.id)
        for number in 0..<5 {
            let account = NewAccount(email: "new\(number)@acme.example", password: "another horse battery")
            _ = try await acme.services.signUps.signUp(account, in: acme.context(address: "198.51.100.1"))
        }
    }

    @Test func `while all attempts are used up a network has three a minute`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let limiter = acme.services.limiter
        let total = AnonymousAttempt.passwordSignIn.total
        try await limiter.take([limiter.claim(total, tenant: acme.tenant.id, subject: "", count: total.capacity)])

        for address in ["192.0.2.1", "203.0.113.1"] {
            var failures: [AuthFailure?] = []
            for _ in 0..<4 {
                failures.append(
                    await failure { () throws(AuthFailure) in
                        try await acme.services.signIns.signIn(
                            email: "kim@acme.example",
                            password: "not the one",
                            in: acme.context(address: address)
                        )
                    }
                )
            }
            #expect(
                failures == [
                    .signIn(.wrongCredentials), .signIn(.wrongCredentials), .signIn(.wrongCredentials),
                    .throttled(retryAfter: .seconds(20)),
                ]
            )
        }
    }

    @Test func `a try for which there is no place for the password takes nothing of what all share`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let limiter = acme.services.limiter
        let origin = acme.context().origin
        let share = limiter.share(of: .passwordSignIn, tenant: acme.tenant.id, from: origin)
        let email = try #require(EmailAddress("kim@acme.example"))

        let counted = try await limiter.takeSignIn(
            PasswordGuess(of: [GuessedAccount(email, in: acme.tenant.id)], from: origin, share: share)
        ) {
            () throws(DomainError) in nil
        }
        await limiter.withdraw(counted)

        let all = limiter.claim(
            share.total.limit,
            tenant: acme.tenant.id,
            subject: "",
            count: share.total.limit.capacity
        )
        #expect(try await limiter.borrow([all]).wait == nil)
    }

    @Test func `the console has a total, which keeps out neither a fresh network nor one that is known`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let email = try #require(ada.email?.description)
        func enter(_ email: String, _ password: String, from address: String) async -> AuthFailure? {
            await failure { () throws(AuthFailure) in
                try await acme.services.console.signIn(
                    email: email,
                    password: password,
                    tenant: nil,
                    from: SignInClient(
                        device: Device(),
                        origin: RequestOrigin(address: address, requestID: "request-1", trace: nil)
                    )
                )
            }
        }
        #expect(await enter(email, TestTenant.password, from: "203.0.113.7") == nil)
        var tried = 0
        for network in 1...6 {
            for number in 0..<150 {
                let address = "2001:db8:\(network):\(String(number * 256, radix: 16))::1"
                if await enter("guess\(number)@acme.example", "not the one", from: address)
                    == .signIn(.wrongCredentials)
                {
                    tried += 1
                }
            }
        }

        // The first sign-in took one; the fourth network has one of its reserve within its quarter, the last two have
        // three each.
        #expect(tried == 599 + 1 + 2 * 3)
        for number in 0..<3 {
            #expect(
                await enter("guess\(number)@acme.example", "not the one", from: "203.0.113.8")
                    == .signIn(.wrongCredentials)
            )
        }
        #expect(await enter(email, TestTenant.password, from: "203.0.113.9") == .throttled(retryAfter: .seconds(20)))
        #expect(await enter(email, TestTenant.password, from: "203.0.113.7") == nil)
        #expect(await enter(email, TestTenant.password, from: "192.0.2.1") == nil)
    }

    @Test func `failures are remembered of so many accounts of a tenant, and those with many are the last to go`()
        async throws
    {
        let installation = try await Installation()
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        func guess(_ email: String, at testTenant: TestTenant, _ number: Int) async {
            _ = await failure { () throws(AuthFailure) in
                try await testTenant.services.signIns.signIn(
                    email: email,
                    password: "not the one",
                    in: testTenant.context(address: "198.51.\(number).1")
                )
            }
        }
        func counts() async throws -> [Int] {
            try await installation.control.read(.installation("test")) {
                try $0.rows("SELECT failures FROM sign_in_failures ORDER BY failures DESC").map {
                    try $0.get("failures")
                }
            }
        }
        for number in 0..<12 { await guess("many@acme.example", at: acme, number) }
        for number in 0..<5 { await guess("few\(number)@globex.example", at: globex, number) }
        for number in 0..<30 {
            installation.clock.advance(by: .seconds(1))
            await guess("guess\(number)@acme.example", at: acme, number)
        }
        #expect(try await counts().count == 36)
        var maintenance = acme.services.maintenance
        maintenance.failuresOfTenant = 20

        try await maintenance.turn()

        #expect(try await counts() == [12] + Array(repeating: 1, count: 24))
        // The newest have stayed: this is its second.
        await guess("guess29@acme.example", at: acme, 40)
        #expect(try await counts().prefix(2) == [12, 2])
    }
}
