import Domain
import Fixtures
import Synchronization
import Testing

@testable import UseCases

/// The budgets of messages of a tenant, by recipient.
@Suite struct MailBudgetTests {
    private struct World {
        let mailbox = Mailbox()
        let installation: Installation
        let acme: TestTenant
        var services: Services { acme.services }
        var mail: MailQueue { services.mail }

        init() async throws {
            installation = try await Installation(mail: mailbox)
            acme = try await TestTenant("acme", in: installation)
        }

        func add(_ name: String, isConfirmed: Bool) async throws -> User {
            let user = try await acme.add(name)
            guard isConfirmed else { return user }
            var revision = UserRevision()
            revision.emailVerified = true
            return try await services.users.revise(user.id, revision, grant: acme.system.grant())
        }

        func ask(_ purpose: OneTimeLink.Purpose, _ email: String, from address: String = "203.0.113.7") async throws {
            try await services.links.ask(LinkRequest(purpose, email: email), in: acme.context(address: address))
        }

        /// Sends the waiting messages, and returns their recipients.
        func delivered() async -> [String] {
            let before = mailbox.messages.count
            await mail.deliver()
            return mailbox.messages.dropFirst(before).map(\.to.description)
        }

        /// Uses a limit of the tenant up.
        func spend(_ limit: RateLimit) async throws {
            try await services.limiter.take([
                services.limiter.claim(limit, tenant: acme.tenant.id, subject: "", count: limit.capacity)
            ])
        }

        func changePassword(of user: User, to password: String, from current: String = TestTenant.password) async throws
        {
            let signedIn = try await services.signIns.signIn(
                email: user.email?.description ?? "",
                password: current,
                in: acme.context()
            )
            let record = try #require(
                try await installation.stores.sessions.record(of: signedIn.session.id, in: acme.tenant.id)
            )
            _ = try await services.accountSelfService.changePassword(
                from: current,
                to: password,
                by: record,
                in: acme.context()
            )
        }

        func failures() async throws -> [StoredEvent] {
            try await services.attempts.flush()
            let now = installation.clock.now
            return try await services.events.page(
                EventQuery(from: now - .hours(1), to: now + .hours(1)),
                PageRequest(limit: 50),
                grant: acme.system.grant()
            ).items.filter { $0.content[.name] == "auth.mail" }
        }
    }

    @Test func `requests for unknown addresses use no message budget`() async throws {
        let world = try await World()
        _ = try await world.add("Kim", isConfirmed: true)

        for number in 0..<1100 {
            try await world.ask(.resetPassword, "nobody.\(number)@example.com", from: "10.0.\(number / 20).1")
            if number % 100 == 0 { await world.mail.deliver() }
        }
        await world.mail.deliver()
        try await world.ask(.resetPassword, "kim@acme.example")

        #expect(await world.delivered() == ["kim@acme.example"])
        #expect(world.mail.counts.overBudget == 0)
    }

    @Test
    func `sign-ups with foreign addresses leave budget for confirmed mailboxes, and a lost message is shown`()
        async throws
    {
        let world = try await World()
        _ = try await world.add("Kim", isConfirmed: true)
        let eve = try await world.add("Eve", isConfirmed: false)
        try await world.spend(.messageToUnconfirmed)

        try await world.ask(.verifyEmail, "eve@acme.example")
        try await world.ask(.resetPassword, "kim@acme.example")

        #expect(await world.delivered() == ["kim@acme.example"])
        #expect(world.mail.counts.overBudget == 1 && world.mail.queue.waiting == 0)
        let failures = try await world.failures()
        #expect(failures.map(\.code) == ["limit.mail_budget"])
        #expect(failures.first?.content.outcome == .failed && failures.first?.content[.user] == eve.id.description)

        world.installation.clock.advance(by: .minutes(10))
        try await world.ask(.verifyEmail, "eve@acme.example")
        #expect(await world.delivered() == ["eve@acme.example"])
    }

    @Test func `an unconfirmed mailbox gets three messages, five in a day, and six of all tenants`() async throws {
        let world = try await World()
        let globex = try await TestTenant("globex", in: world.installation)
        _ = try await world.add("Eve", isConfirmed: false)
        _ = try await globex.services.users.create(
            UserAdministration.Draft(
                email: "eve@acme.example",
                name: "Eve",
                role: "customer",
                password: TestTenant.password
            ),
            grant: globex.system.grant()
        )
        func counts(_ hours: Range<Int>) async throws -> [Int] {
            var counts: [Int] = []
            for hour in hours {
                for number in 0..<4 {
                    let address = "198.\(18 + number).\(hour).1"
                    try await world.ask(.resetPassword, "eve@acme.example", from: address)
                    try await globex.services.links.ask(
                        LinkRequest(.verifyEmail, email: "eve@acme.example"),
                        in: globex.context(address: address)
                    )
                    world.installation.clock.advance(by: .minutes(15))
                }
                counts.append(await world.delivered().count)
            }
            return counts
        }

        let first = try await counts(0..<24)
        let later = try await counts(24..<96)

        #expect(first.reduce(0, +) == 6)
        #expect(later.reduce(0, +) == 3, "one a day")
    }

    @Test
    func `of one tenant an unconfirmed mailbox gets three messages at once, two in the hour after, then one a day`()
        async throws
    {
        let world = try await World()
        _ = try await world.add("Eve", isConfirmed: false)
        func count(_ number: Int) async throws -> Int {
            for ask in 0..<5 {
                try await world.ask(.resetPassword, "eve@acme.example", from: "198.51.\(number * 5 + ask).1")
            }
            return await world.delivered().count
        }

        #expect(try await count(0) == 3)
        for (number, minutes) in [(1, Int64(20)), (2, 20)] {
            world.installation.clock.advance(by: .minutes(minutes))
            #expect(try await count(number) == 1)
        }
        world.installation.clock.advance(by: .hours(20))
        #expect(try await count(3) == 0)
        world.installation.clock.advance(by: .hours(4))
        #expect(try await count(4) == 1)
    }

    @Test func `the owner of a confirmed mailbox does not wait for messages of another tenant`() async throws {
        let world = try await World()
        _ = try await world.add("Eve", isConfirmed: false)
        for number in 0..<3 { try await world.ask(.verifyEmail, "eve@acme.example", from: "198.51.\(number).1") }
        #expect(await world.delivered().count == 3)
        let token = try #require(world.mailbox.messages.last?.token)
        let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)

        _ = try await world.services.links.follow(
            .token(token),
            for: [.verifyEmail],
            in: world.acme.context(from: origin)
        )

        let email = try #require(EmailAddress("eve@acme.example"))
        let claim = world.services.limiter.claim(
            .messageToUnconfirmedMailboxOfAll,
            tenant: nil,
            subject: email.description,
            count: 6
        )
        #expect(try await world.services.limiter.borrow([claim]).wait == nil)
    }

    @Test func `one network asks for a quarter of the messages to unconfirmed mailboxes`() async throws {
        let world = try await World()
        func ask(_ number: Int, from address: String) async throws {
            var request = LinkRequest(.signIn, email: "new.\(number)@example.com")
            request.newAccount = UserAttributes.none
            try await world.services.links.ask(request, in: world.acme.context(address: address))
        }
        var count = 0
        for number in 0..<140 {
            try await ask(number, from: "198.51.100.\(number)")
            if number % 50 == 49 { count += await world.delivered().count }
        }
        count += await world.delivered().count

        try await ask(200, from: "203.0.113.7")

        #expect(count == 125)
        #expect(await world.delivered() == ["new.200@example.com"])
    }

    @Test func `no account is created without its message`() async throws {
        let world = try await World()
        try await world.spend(.messageToUnconfirmed)
        var request = LinkRequest(.signIn, email: "new@example.com")
        request.newAccount = UserAttributes.none

        try await world.services.links.ask(request, in: world.acme.context())

        #expect(await world.delivered() == [])
        #expect(
            try await world.services.users.page(UserQuery(), PageRequest(), grant: world.acme.system.grant()).items
                .isEmpty
        )
    }

    @Test func `a spent budget is logged once an hour`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let logged = Mutex<[MailFailure]>([])
        let clock = installation.clock
        let mail = MailQueue(transport: Mailbox(), attempts: acme.services.attempts, now: { clock.now }) { failure, _ in
            logged.withLock { $0.append(failure) }
        }

        for minutes: Int64 in [0, 0, 30, 40] {
            clock.advance(by: .minutes(minutes))
            try mail.add(MailQueue.Order(context: acme.context()) { () throws(DomainError) in .overBudget(nil) })
            await mail.deliver()
        }

        #expect(logged.withLock { $0.count } == 2 && mail.counts.overBudget == 4)
        #expect(logged.withLock { $0.first?.reason.contains("acme") } == true)
    }

    @Test func `a notice is written when all that can be asked for is spent, up to five an hour of one kind`()
        async throws
    {
        let world = try await World()
        let ada = try await world.add("Ada", isConfirmed: true)
        try await world.spend(.messageAskedOfTenant)

        try await world.ask(.resetPassword, "ada@acme.example")
        #expect(await world.delivered() == [])
        var current = TestTenant.password
        for number in 1...7 {
            let next = "horse battery number \(number)"
            try await world.changePassword(of: ada, to: next, from: current)
            current = next
        }

        #expect(await world.delivered() == Array(repeating: "ada@acme.example", count: 5))
        #expect(world.mail.counts.overBudget == 3)
    }

    @Test func `an unconfirmed mailbox gets no notice`() async throws {
        let world = try await World()
        let eve = try await world.add("Eve", isConfirmed: false)

        try await world.changePassword(of: eve, to: "another horse battery")
        try await world.acme.set { $0.confirmsEmail = true }
        world.services.accountSelfService.links.notices.notify(
            .emailChanged,
            to: NoticeRecipient(eve.email, of: eve),
            in: world.acme.context()
        )

        #expect(await world.delivered() == [])
    }

    @Test func `a confirmation that a sign-up cannot have now fails nothing, and is recorded`() async throws {
        let world = try await World()
        for _ in 1...4 { try await world.ask(.verifyEmail, "eve@example.com") }

        await world.services.links.askToConfirm(
            LinkRequest(.verifyEmail, email: "eve@example.com"),
            in: world.acme.context()
        )

        #expect(try await world.failures().map(\.code) == ["limit.email"])
    }

    @Test func `a tenant that asks for much leaves places and turns to the others`() async throws {
        let world = try await World()
        let globex = try await TestTenant("globex", in: world.installation)
        var rejected = 0
        for number in 0..<12 { try await world.acme.add("Kim \(number)") }
        for number in 0..<260 {
            do throws(AuthFailure) {
                try await world.services.links.ask(
                    LinkRequest(.resetPassword, email: "kim.\(number)@acme.example"),
                    in: world.acme.context(address: "10.0.\(number / 20).1")
                )
            } catch {
                #expect(error == .unavailable(retryAfter: .seconds(30)))
                rejected += 1
            }
        }
        try await globex.add("Vic")
        try await world.services.links.ask(
            LinkRequest(.resetPassword, email: "vic@globex.example"),
            in: globex.context()
        )

        #expect(rejected == 10 && world.mail.queue.waiting == 251)
        #expect(await world.delivered().prefix(2).contains("vic@globex.example"))
    }

    @Test func `what failed keeps its place until it is tried again`() async throws {
        let world = try await World()
        for number in 0..<3 { _ = try await world.add("Kim \(number)", isConfirmed: true) }
        world.mailbox.fail(2)
        for number in 0..<3 { try await world.ask(.resetPassword, "kim.\(number)@acme.example") }

        #expect(await world.delivered() == ["kim.2@acme.example"])
        #expect(world.mail.queue.waiting == 2)
        world.installation.clock.advance(by: .seconds(5))
        #expect(await world.delivered() == ["kim.0@acme.example", "kim.1@acme.example"])
        #expect(world.mail.queue.waiting == 0)
    }
}
