import Domain
import Fixtures
import Stores
import Testing
import UseCases

/// Requests with an address do the same work whether or not an account has it: the same transactions with as many
/// statements, so that the response time does not show who has an account.
@Suite struct EqualWorkTests {
    private struct World {
        let mailbox = Mailbox()
        let acme: Household
        let control: StatementCounter
        /// Over databases that are counted.
        let services: Services

        init() async throws {
            let installation = try await Installation()
            acme = try await Household("acme", in: installation)
            control = StatementCounter(installation.control)
            let clock = installation.clock
            services = Services(
                stores: .over(
                    StoreDatabases(control: control, events: installation.events) { _ in },
                    chain: installation.chain,
                    now: { clock.now }
                ),
                root: installation.root,
                texts: TestTexts.catalogue,
                systemContext: SystemContext(now: { clock.now }, random: SystemContext.system.random),
                options: ServiceOptions(
                    passwordLimits: .patient,
                    passwordCost: .init(logN: 4),
                    secondFactor: .optional,
                    mailTransport: mailbox
                )
            )
            try await acme.add("Kim", role: .admin)
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

        /// What is done for each of them, each from a network of their own.
        func work(
            _ emails: [String] = ["kim", "vic", "lou", "nobody", "eve"],
            _ request: (String, SignInContext) async -> Void
        ) async -> [[StatementCounter.Work]] {
            var works: [[StatementCounter.Work]] = []
            for (number, name) in emails.enumerated() {
                let context = acme.context(address: "198.51.100.\(number)")
                _ = control.take()
                await request("\(name)@acme.example", context)
                works.append(control.take())
            }
            return works
        }
    }

    private func expectEqual(_ works: [[StatementCounter.Work]], _ comment: Comment) {
        #expect(Set(works).count == 1 && works.first?.isEmpty == false, "\(comment.rawValue): \(works)")
    }

    @Test func `signing in with a wrong password, also where too many were tried`() async throws {
        let world = try await World()
        let signIns = world.services.signIns
        let console = world.services.console

        for (name, tries) in [("a wrong password", 0), ("one too many", 10)] {
            let works = await world.work { email, context in
                for _ in 0..<tries { _ = try? await signIns.signIn(email: email, password: "wrong", in: context) }
                _ = world.control.take()
                _ = try? await signIns.signIn(email: email, password: "wrong", in: context)
            }
            expectEqual(works, "\(name)")
            let entries = await world.work(["kim", "nobody"]) { email, context in
                func enter() async {
                    _ = try? await console.arrive(
                        email: email,
                        password: "wrong",
                        tenant: nil,
                        from: SignInClient(device: Device(), origin: context.origin)
                    )
                }
                for _ in 0..<tries { await enter() }
                _ = world.control.take()
                await enter()
            }
            expectEqual(entries, "\(name) at the console")
        }
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
            guard (try? await world.services.signIns.signUp(account, in: context)) != nil else {
                Issue.record("\(email) was refused")
                return
            }
            await world.services.links.askToConfirm(LinkRequest(.verifyEmail, email: email), in: context)
        }

        expectEqual(works, "sign-up")
        let grant: Grant<ReadUsers> = try world.acme.system.grant()
        let users = try await world.acme.services.users.page(UserQuery(), PageRequest(), grant: grant).items
        #expect(users.count == before + 1)
        #expect(try await world.acme.services.users.count(UserQuery(), grant: grant) == .exactly(before + 1))
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
                _ = world.control.take()
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
            _ = world.control.take()
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
                _ = world.control.take()
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

        #expect(works.allSatisfy { $0.map(\.description) == ["read 1+0"] }, "\(works)")
    }
}
