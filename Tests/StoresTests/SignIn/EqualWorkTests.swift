import Domain
import Fixtures
import Stores
import Synchronization
import Testing

@testable import UseCases

/// Requests with an address do the same work whether or not an account has it: the same transactions with as many
/// statements and rows, and as much hashing, so that the response time does not show who has an account.
@Suite struct EqualWorkTests {
    private struct World {
        /// Counts the work of password hashes.
        final class HashingCounter: Sendable {
            private let passwords: PasswordGate
            private let before = Mutex(0)

            init(_ passwords: PasswordGate) { self.passwords = passwords }

            /// What was done since this was asked last, in blocks of scrypt.
            func take() -> Int {
                let done = passwords.workDone
                return before.withLock { before in
                    defer { before = done }
                    return done - before
                }
            }
        }

        /// What a request did.
        struct Work: Hashable, CustomStringConvertible {
            let transactions: [StatementCounter.Work]
            let hashing: Int

            var description: String { "\(transactions.map(\.description)), \(hashing) blocks" }
        }

        let mailbox = Mailbox()
        let acme: TestTenant
        let control: StatementCounter
        /// Over databases that are counted.
        let services: Services
        let hashing: HashingCounter

        init() async throws {
            let installation = try await Installation()
            acme = try await TestTenant("acme", in: installation)
            control = StatementCounter(installation.control)
            let clock = installation.clock
            services = installation.services(
                over: DatabaseStores(
                    StoreDatabases(control: control, events: installation.events) { _ in },
                    chain: installation.chain,
                    now: { clock.now }
                ),
                options: ServiceOptions(
                    passwordLimits: .patient,
                    passwordCost: .init(logN: 4),
                    secondFactor: .optional,
                    mailTransport: mailbox
                )
            )
            hashing = HashingCounter(services.passwords)
            try await acme.add("Kim", role: .admin)
            try await acme.add("Olga", role: .admin)
            let vic = try await acme.add("Vic")
            _ = try await acme.services.users.revise(vic.id, Self.confirmed, grant: acme.system.grant())
            let lou = try await acme.add("Lou")
            _ = try await acme.services.users.disable(lou.id, grant: acme.system.grant())
            try await acme.set { $0.confirmsEmail = true }
            // What is read once is read now.
            _ = try? await services.signIns.signIn(
                email: "warm@acme.example",
                password: "warm",
                in: acme.context(address: "192.0.2.1")
            )
        }

        private static var confirmed: UserRevision {
            var revision = UserRevision()
            revision.emailVerified = true
            return revision
        }

        /// Returns what is done for each of them, each from a network of their own. A request for `first` comes before:
        /// it makes the rows of the limits that all requests share.
        func work(
            _ emails: [String] = ["kim", "vic", "lou", "nobody", "eve"],
            _ request: (String, SignInContext) async -> Void
        ) async -> [Work] {
            var works: [Work] = []
            for (number, name) in (["first"] + emails).enumerated() {
                let context = acme.context(address: "198.51.100.\(number)")
                await request("\(name)@acme.example", context)
                works.append(Work(transactions: control.take(), hashing: hashing.take()))
            }
            return Array(works.dropFirst())
        }

        /// Leaves out what was done to prepare a request.
        func prepared() {
            _ = control.take()
            _ = hashing.take()
        }
    }

    private func expectEqual(_ works: [World.Work], _ comment: Comment) {
        #expect(Set(works).count == 1 && works.first?.transactions.isEmpty == false, "\(comment.rawValue): \(works)")
    }

    @Test func `signing in with a wrong password, also where too many were tried`() async throws {
        let world = try await World()
        let signIns = world.services.signIns

        for (name, tries) in [("a wrong password", 0), ("one too many", 10)] {
            let works = await world.work { email, context in
                for _ in 0..<tries { _ = try? await signIns.signIn(email: email, password: "wrong", in: context) }
                world.prepared()
                _ = try? await signIns.signIn(email: email, password: "wrong", in: context)
            }
            expectEqual(works, "\(name)")
            // The app's tries at a member are counted with those at the console.
            let world = try await World()
            let console = world.services.console
            let entries = await world.work(["kim", "nobody"]) { email, context in
                func enter() async {
                    _ = try? await console.beginSignIn(
                        email: email,
                        password: "wrong",
                        tenant: nil,
                        from: SignInClient(device: Device(), origin: context.origin)
                    )
                }
                for _ in 0..<tries { await enter() }
                world.prepared()
                await enter()
            }
            expectEqual(entries, "\(name) at the console")
        }
    }

    @Test func `before a password is checked, an address without an account has a placeholder`() async throws {
        let world = try await World()
        let (tenant, accounts) = (world.acme.tenant.id, world.acme.installation.stores.passwords)
        let email = try #require(EmailAddress("kim@acme.example"))
        let kim = try #require(try await accounts.account(email, in: tenant))
        let placeholder = PasswordLookup.Placeholder(
            user: SystemContext.system.newID(),
            password: try await world.services.passwords.hash("placeholder", for: nil)
        )
        func lookUp(_ email: String) async throws -> PasswordLookup {
            try await accounts.lookUp(try #require(EmailAddress(email)), else: placeholder, in: tenant)
        }

        let known = try await lookUp("kim@acme.example")
        let unknown = try await lookUp("nobody@acme.example")

        #expect(known.isAccount && known.user == kim.user.id)
        #expect(known.password != nil && known.password == kim.password)
        #expect(!unknown.isAccount && unknown.user == placeholder.user && unknown.password == nil)
    }

    @Test func `the last wrong password that is free, of which a notice is written later`() async throws {
        let world = try await World()
        let signIns = world.services.signIns
        let console = world.services.console
        func elsewhere(_ number: Int, than context: SignInContext) -> RequestOrigin {
            let own = context.origin.address.split(separator: ".").last ?? ""
            return world.acme.context(address: "10.\(own).\(number).1").origin
        }

        let works = await world.work(["kim", "nobody"]) { email, context in
            for number in 1..<ConsecutiveFailures.free {
                let other = world.acme.context(from: elsewhere(number, than: context))
                _ = try? await signIns.signIn(email: email, password: "wrong", in: other)
            }
            world.prepared()
            _ = try? await signIns.signIn(email: email, password: "wrong", in: context)
        }
        expectEqual(works, "the last free try")
        world.acme.installation.clock.advance(by: .days(2))
        let entries = await world.work(["olga", "eve"]) { email, context in
            for number in 1...ConsecutiveFailures.free {
                if number.isMultiple(of: 50) { world.acme.installation.clock.advance(by: .hours(1)) }
                let isLast = number == ConsecutiveFailures.free
                if isLast { world.prepared() }
                let origin = isLast ? context.origin : elsewhere(number, than: context)
                _ = try? await console.beginSignIn(
                    email: email,
                    password: "wrong",
                    tenant: nil,
                    from: SignInClient(device: Device(), origin: origin)
                )
            }
        }
        expectEqual(entries, "the last free try at the console")
    }

    @Test func `signing up where addresses are confirmed, and nothing of the trial is left`() async throws {
        let world = try await World()
        let before = try await world.acme.services.users.page(
            UserQuery(),
            PageRequest(),
            grant: world.acme.system.grant()
        ).items.count

        let works = await world.work(["kim", "vic", "lou", "new"]) { email, context in
            let account = NewAccount(email: email, name: "Some One", password: "another horse battery")
            guard (try? await world.services.signUps.signUp(account, in: context)) != nil else {
                Issue.record("\(email) was refused")
                return
            }
            await world.services.links.askToConfirm(LinkRequest(.verifyEmail, email: email), in: context)
        }

        expectEqual(works, "sign-up")
        let grant: Grant<ReadUsers> = try world.acme.system.grant()
        let users = try await world.acme.services.users.page(UserQuery(), PageRequest(), grant: grant).items
        // The address `first`, and `new`.
        #expect(users.count == before + 2)
        #expect(try await world.acme.services.users.count(UserQuery(), grant: grant) == .exactly(before + 2))
    }

    @Test(arguments: [OneTimeLink.Purpose.verifyEmail, .resetPassword, .signIn, .changeEmail])
    func `asking for a message, also for one too many`(purpose: OneTimeLink.Purpose) async throws {
        let world = try await World()
        for tries in [0, 5] {
            let works = await world.work { email, context in
                var request = LinkRequest(purpose, email: email)
                request.showsCode = true
                request.newAccount = purpose == .signIn ? UserAttributes.none : nil
                for _ in 0..<tries { try? await world.services.links.ask(request, in: context) }
                world.prepared()
                try? await world.services.links.ask(request, in: context)
            }
            expectEqual(works, "\(purpose) after \(tries)")
        }
    }

    @Test func `asking for a message when other networks have asked for all`() async throws {
        let world = try await World()
        let works = await world.work { email, context in
            let request = LinkRequest(.resetPassword, email: email)
            for (address, count) in [("192.0.2.1", 4), ("203.0.113.1", 1)] {
                for _ in 0..<count {
                    try? await world.services.links.ask(request, in: world.acme.context(address: address))
                }
            }
            world.prepared()
            await #expect(throws: AuthFailure.self) { try await world.services.links.ask(request, in: context) }
        }
        expectEqual(works, "one too many of other networks")
    }

    @Test func `typing wrong digits, whether or not a message with digits is open`() async throws {
        let world = try await World()
        var request = LinkRequest(.resetPassword, email: "kim@acme.example")
        request.showsCode = true
        try await world.services.links.ask(request, in: world.acme.context())
        await world.services.mail.deliver()
        #expect(world.mailbox.messages.count == 1)

        for tries in [0, 5] {
            let works = await world.work { email, context in
                func guess() async {
                    _ = try? await world.services.links.follow(
                        .digits("00000000", email: email),
                        for: [.resetPassword],
                        in: context
                    )
                }
                for _ in 0..<tries { await guess() }
                world.prepared()
                await guess()
            }
            expectEqual(works, "wrong digits after \(tries)")
        }
    }

    @Test func `an answer of Apple's page to no known try is looked up and writes nothing`() async throws {
        let world = try await World()
        let answer = AppleWebAnswer(state: "unknown", identityToken: nil, authorizationCode: nil, name: nil, error: nil)

        let works = await world.work { _, context in
            _ = try? await world.services.appleWebFlow.finish(answer, browser: "b", in: context)
        }

        #expect(works.allSatisfy { $0.transactions.map(\.description) == ["read 1+0, 0 rows"] }, "\(works)")
    }
}
