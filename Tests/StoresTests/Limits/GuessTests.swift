import Database
import Domain
import Fixtures
import Testing

@testable import UseCases

/// Many wrong passwords in a row for one account.
@Suite struct GuessTests {
    private struct World {
        let mailbox = Mailbox()
        let installation: Installation
        let acme: TestTenant
        var services: Services { acme.services }
        var clock: TestClock { installation.clock }

        init() async throws {
            installation = try await Installation(mail: mailbox)
            acme = try await TestTenant("acme", in: installation)
        }

        /// One guess, from a network that was not used before.
        func guess(_ number: Int, _ email: String, inConsole: Bool = false) async -> AuthFailure? {
            let context = acme.context(address: "198.\(18 + number / 256).\(number % 256).1")
            do throws(AuthFailure) {
                if inConsole {
                    let origin = context.origin
                    _ = try await services.console.signIn(
                        email: email,
                        password: "not the one",
                        tenant: nil,
                        from: SignInClient(device: Device(), origin: origin)
                    )
                } else {
                    _ = try await services.signIns.signIn(email: email, password: "not the one", in: context)
                }
                return nil
            } catch { return error }
        }

        /// As many as are free, in two hours, so that no bucket is empty.
        func guessAll(_ email: String) async {
            for number in 0..<ConsecutiveFailures.free {
                if number == 50 { clock.advance(by: .hours(1)) }
                #expect(await guess(number, email) == .signIn(.wrongCredentials))
            }
            clock.advance(by: .hours(1))
        }

        func signIn(_ email: String, from address: String, mark: String? = nil) async throws(AuthFailure) -> SignedIn {
            let origin = RequestOrigin(address: address, requestID: "request-1", trace: nil)
            let context = SignInContext(
                tenant: acme.tenant,
                client: SignInClient(device: Device(), origin: origin, deviceToken: mark)
            )
            return try await services.signIns.signIn(email: email, password: TestTenant.password, in: context)
        }
    }

    private let email = "ada@acme.example"

    @Test func `after a hundred in a row each has to wait longer, up to a day, until one is right`() async throws {
        let world = try await World()
        try await world.acme.add("Ada")
        await world.guessAll(email)

        // An hour has passed: one more is let through, and then there are 101.
        #expect(await world.guess(200, email) == .signIn(.wrongCredentials))
        #expect(await world.guess(201, email) == .throttled(retryAfter: .minutes(2)))
        for number in 0..<12 {
            world.clock.advance(by: .days(1))
            #expect(await world.guess(300 + number, email) == .signIn(.wrongCredentials))
        }
        #expect(await world.guess(400, email) == .throttled(retryAfter: .days(1)))
        await #expect(throws: AuthFailure.throttled(retryAfter: .days(1))) {
            try await world.signIn(email, from: "203.0.113.200")
        }

        world.clock.advance(by: .days(1))
        _ = try await world.signIn(email, from: "203.0.113.200")

        #expect(await world.guess(500, email) == .signIn(.wrongCredentials))
        #expect(await world.guess(501, email) == .signIn(.wrongCredentials))
    }

    @Test func `guesses at an unknown address get the same responses`() async throws {
        let world = try await World()
        await world.guessAll("nobody@acme.example")

        #expect(await world.guess(200, "nobody@acme.example") == .signIn(.wrongCredentials))
        #expect(await world.guess(201, "nobody@acme.example") == .throttled(retryAfter: .minutes(2)))
    }

    @Test func `the app and the console count the same guesses`() async throws {
        let world = try await World()
        try await world.acme.add("Ada", role: .admin)
        for number in 0..<100 {
            if number == 50 { world.clock.advance(by: .hours(1)) }
            #expect(await world.guess(number, email, inConsole: number.isMultiple(of: 2)) == .signIn(.wrongCredentials))
        }
        world.clock.advance(by: .seconds(50))

        #expect(await world.guess(200, email) == .throttled(retryAfter: .seconds(10)))
        #expect(await world.guess(201, email, inConsole: true) == .throttled(retryAfter: .seconds(10)))
    }

    @Test func `a network and a device that the account knows have tries of their own`() async throws {
        let world = try await World()
        let ada = try await world.acme.add("Ada")
        try await world.acme.add("Vic")
        let mark = try #require(try await world.signIn(email, from: "203.0.113.7").deviceToken)
        let other = try #require(try await world.signIn("vic@acme.example", from: "203.0.113.7").deviceToken)
        await world.guessAll(email)
        _ = await world.guess(200, email)

        _ = try await world.signIn(email, from: "203.0.113.7")
        // From a train: the device shows who it is; neither another person's mark nor a forged one does.
        #expect(try await world.signIn(email, from: "2001:db8::1", mark: mark).user.id == ada.id)
        let forged = mark.dropLast(4) + "AAAA"
        for wrong in [other, String(forged), "", "x"] {
            await #expect(throws: AuthFailure.throttled(retryAfter: .minutes(2))) {
                try await world.signIn(email, from: "2001:db8:1::1", mark: wrong)
            }
        }
        // What is right from there does not let strangers begin anew.
        #expect(await world.guess(201, email) == .throttled(retryAfter: .minutes(2)))
    }

    @Test func `a mark is void after a year and with another password`() async throws {
        let world = try await World()
        let ada = try await world.acme.add("Ada")
        let devices = world.services.signIns.devices
        let mark = try #require(try await world.signIn(email, from: "203.0.113.7").deviceToken)
        let accounts = world.services.signIns.accounts
        let old = try await accounts.password(of: ada.id, in: ada.tenant)
        let account = ConsoleAccount.member(ada.id, ada.tenant)
        #expect(devices.device(mark, of: account, password: old) != nil)

        let new = try await world.services.passwords.hash("another horse battery", for: nil)
        #expect(devices.device(mark, of: account, password: new) == nil)
        #expect(devices.device(mark, of: .operator(Operator.ID(.init(bytes: Array(account.id)))), password: old) == nil)
        world.clock.advance(by: .days(366))
        #expect(devices.device(mark, of: account, password: old) == nil)
    }

    @Test func `guesses from one device that is known are stopped too`() async throws {
        let world = try await World()
        try await world.acme.add("Ada")
        let mark = try #require(try await world.signIn(email, from: "203.0.113.7").deviceToken)
        await world.guessAll(email)
        _ = await world.guess(200, email)

        var failures: [AuthFailure] = []
        for _ in 0..<11 {
            do throws(AuthFailure) {
                let origin = RequestOrigin(address: "2001:db8::1", requestID: "request-1", trace: nil)
                let context = SignInContext(
                    tenant: world.acme.tenant,
                    client: SignInClient(device: Device(), origin: origin, deviceToken: mark)
                )
                _ = try await world.services.signIns.signIn(email: email, password: "not the one", in: context)
            } catch { failures.append(error) }
        }

        #expect(failures.prefix(10).allSatisfy { $0 == .signIn(.wrongCredentials) })
        #expect(failures.last == .throttled(retryAfter: .seconds(90)))
    }

    @Test func `the owner is notified once, and the audit has an entry`() async throws {
        let world = try await World()
        let ada = try await world.acme.add("Ada")
        var edit = UserAdministration.Edit()
        edit.emailVerified = true
        _ = try await world.services.users.update(ada.id, edit, grant: world.acme.system.grant())
        await world.guessAll(email)
        for number in 0..<3 {
            #expect(await world.guess(200 + number, email) == .signIn(.wrongCredentials))
            world.clock.advance(by: .hours(1))
        }
        try await world.services.guessAlarm.flush()
        await world.services.mail.deliver()

        #expect(world.mailbox.messages.map(\.subject) == ["Someone keeps trying to sign in to Acme"])
        let audit = try await world.services.audit.page(
            PageRequest(limit: 50),
            filter: .init(),
            grant: world.acme.system.grant()
        )
        #expect(audit.items.count { $0.action == .signInSlowed } == 1)
    }

    @Test func `an unconfirmed mailbox is not notified`() async throws {
        let world = try await World()
        try await world.acme.add("Ada")

        await world.guessAll(email)
        try await world.services.guessAlarm.flush()
        await world.services.mail.deliver()

        #expect(world.mailbox.messages.isEmpty)
    }

    @Test func `a user who proves the mailbox does not wait`() async throws {
        let world = try await World()
        try await world.acme.add("Ada")
        await world.guessAll(email)
        _ = await world.guess(200, email)
        try await world.services.links.ask(LinkRequest(.resetPassword, email: email), in: world.acme.context())
        await world.services.mail.deliver()
        let token = try #require(world.mailbox.messages.last?.token)

        _ = try await world.services.links.reset(
            token,
            password: TestTenant.password,
            in: world.acme.context(from: world.acme.context().origin)
        )

        let signedIn = try await world.signIn(email, from: "203.0.113.200")
        #expect(signedIn.user.email?.description == email)
    }

    @Test func `wrong codes are stopped after a hundred in a row`() async throws {
        let world = try await World()
        let account = ConsoleAccount.member(try await world.acme.add("Ada", role: .admin).id, world.acme.tenant.id)
        let limiter = world.services.limiter
        func origin(_ number: Int) -> RequestOrigin {
            RequestOrigin(address: "198.51.\(number).1", requestID: "request", trace: nil)
        }
        var last: AccountTry?
        for number in 0..<100 {
            if number.isMultiple(of: 25) { world.clock.advance(by: .hours(1)) }
            last = try await limiter.takeCode(of: account, from: origin(number))
        }

        await #expect(throws: DomainError.throttled(retryAfter: .minutes(1))) {
            try await limiter.takeCode(of: account, from: origin(200))
        }
        try await limiter.succeeded(try #require(last))
        _ = try await limiter.takeCode(of: account, from: origin(200))
    }

    @Test func `another account with the same address does not end the row of failures`() async throws {
        let world = try await World()
        let globex = try await TestTenant("globex", in: world.installation)
        try await world.acme.add("Ada", role: .admin)
        let draft = UserAdministration.Draft(
            email: email,
            name: "Eve",
            role: Role.Name.admin.description,
            password: "another horse battery"
        )
        _ = try await globex.services.users.create(draft, grant: globex.system.grant())
        for number in 0..<50 { #expect(await world.guess(number, email) == .signIn(.wrongCredentials)) }
        let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)

        _ = try await world.services.console.signIn(
            email: email,
            password: "another horse battery",
            tenant: nil,
            from: SignInClient(device: Device(), origin: origin)
        )

        world.clock.advance(by: .hours(1))
        for number in 50..<100 { #expect(await world.guess(number, email) == .signIn(.wrongCredentials)) }
        #expect(await world.guess(200, email) == .throttled(retryAfter: .minutes(1)))
    }

    @Test func `few failures are forgotten after a day, many after a month`() async throws {
        let world = try await World()
        for number in 0..<20 { _ = await world.guess(number, "many@acme.example") }
        _ = await world.guess(20, "few@acme.example")
        func count() async throws -> Int {
            try await world.installation.control.read(.installation("test")) {
                try $0.value("SELECT count(*) AS n FROM sign_in_failures") ?? -1
            }
        }
        #expect(try await count() == 2)

        world.clock.advance(by: .hours(25))
        try await world.services.maintenance.turn()
        #expect(try await count() == 1)
        world.clock.advance(by: .days(30))
        try await world.services.maintenance.turn()
        #expect(try await count() == 0)
    }
}

/// What one holder of many networks can use up.
@Suite struct NetworkShareTests {
    @Test(arguments: [24, 40]) func `the networks of one /56 use neither a tenant's attempts nor the console's up`(
        networks: Int
    ) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let email = try #require(ada.email?.description)
        var tried = 0

        for number in 0..<networks * 10 {
            let context = acme.context(address: "2001:db8:0:\(String(number % networks, radix: 16))::1")
            let guess = "guess\(number)@acme.example"
            do throws(AuthFailure) {
                _ = try await acme.services.signIns.signIn(email: guess, password: "not the one", in: context)
            } catch { if error == .signIn(.wrongCredentials) { tried += 1 } }
            _ = try? await acme.services.console.signIn(
                email: guess,
                password: "not the one",
                tenant: nil,
                from: SignInClient(device: Device(), origin: context.origin)
            )
        }

        #expect(tried == 120, "four times what one /64 has")
        _ = try await acme.signIn(ada)
        _ = try await acme.services.console.signIn(
            email: email,
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: acme.context().origin)
        )
    }

    @Test(arguments: ["2001:db8:0:%::1", "198.51.100.%"])
    func `no /48 and no /24 takes more than a quarter of a tenant's attempts`(
        pattern: String
    ) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let limiter = acme.services.limiter
        var taken: [AnonymousAttempt: Int] = [:]

        for number in 0..<350 {
            let part = pattern.contains(":") ? String(number * 64, radix: 16) : String(number % 256)
            let origin = RequestOrigin(address: pattern.replacing("%", with: part), requestID: "request", trace: nil)
            for attempt in AnonymousAttempt.allCases {
                let share = limiter.share(of: attempt, tenant: acme.tenant.id, from: origin)
                if try await limiter.borrow([], share).answer.wait == nil { taken[attempt, default: 0] += 1 }
            }
        }

        #expect(
            taken == [
                .passwordSignIn: 300, .passwordSignUp: 300, .guestSignUp: 300, .appleSignIn: 300, .consoleSignIn: 150,
            ]
        )
        _ = try await acme.signIn(try await acme.add("Ada"))
    }
}
