import Domain
import Fixtures
import Testing

@testable import UseCases

/// Anyone who knows an address can ask for a message to it: what that takes away from its owner.
@Suite struct AskingTests {
    private struct World {
        let mailbox = Mailbox()
        let installation: Installation
        let acme: TestTenant
        let kim: User
        var links: AccountLinks { acme.services.links }

        init() async throws {
            installation = try await Installation(mail: mailbox)
            acme = try await TestTenant("acme", in: installation)
            var revision = UserRevision()
            revision.emailVerified = true
            kim = try await acme.services.users.revise(
                try await acme.add("Kim").id,
                revision,
                grant: acme.system.grant()
            )
        }

        func ask(from address: String) async -> AuthFailure? {
            var request = LinkRequest(.signIn, email: "kim@acme.example")
            request.showsCode = true
            do throws(AuthFailure) {
                try await links.ask(request, in: acme.context(address: address))
                return nil
            } catch { return error }
        }

        func message(from address: String) async throws -> MailMessage {
            let before = mailbox.messages.count
            #expect(await ask(from: address) == nil)
            await acme.services.mail.deliver()
            return try #require(mailbox.messages.dropFirst(before).first)
        }

        func opens(_ token: String?) async -> Bool {
            (try? await links.open(token ?? "", from: acme.context().origin)) != nil
        }

        func use(_ presented: PresentedLink, from address: String = own) async throws {
            _ = try await links.follow(
                presented,
                for: [.signIn],
                in: acme.context(from: acme.context(address: address).origin)
            )
        }
    }

    private static let own = "203.0.113.7"

    @Test func `a request by another client voids neither link nor code, and a used one voids all`()
        async throws
    {
        let world = try await World()
        let first = try await world.message(from: Self.own)
        let second = try await world.message(from: "198.51.100.1")

        #expect(await world.opens(first.token))
        try await world.use(.digits(try #require(first.code), email: "kim@acme.example"))

        #expect(await !world.opens(first.token))
        #expect(await !world.opens(second.token))
    }

    @Test func `what an administrator handed over stays when anyone asks`() async throws {
        let world = try await World()
        let made = try await world.links.make(LinkDraft(.signIn), for: world.kim.id, grant: world.acme.system.grant())

        for address in ["198.51.100.1", "192.0.2.1", Self.own, "198.18.0.1"] {
            _ = try await world.message(from: address)
        }

        #expect(await world.opens(made.token.text))
        let newer = try await world.links.make(LinkDraft(.signIn), for: world.kim.id, grant: world.acme.system.grant())
        #expect(await !world.opens(made.token.text))
        #expect(await world.opens(newer.token.text))
    }

    @Test
    func `of the links that strangers ask for three are open, and none of them voids one of a network that is known`()
        async throws
    {
        let world = try await World()
        _ = try await world.acme.signIn(world.kim)
        let known = try await world.message(from: Self.own)
        var tokens: [String?] = []

        for number in 0..<5 {
            world.installation.clock.advance(by: .minutes(4))
            tokens.append(try await world.message(from: "198.18.\(number).1").token)
        }

        #expect(await world.opens(known.token))
        var open: [Bool] = []
        for token in tokens { open.append(await world.opens(token)) }
        #expect(open == [false, false, true, true, true])
    }

    @Test func `asking again from one network voids what it asked for before`() async throws {
        let world = try await World()
        let first = try await world.message(from: Self.own)

        let second = try await world.message(from: Self.own)

        #expect(await !world.opens(first.token))
        #expect(await world.opens(second.token))
    }

    @Test func `another new address voids the change that was asked for before`() async throws {
        let world = try await World()
        let signedIn = try await world.acme.signIn(world.kim)
        let record = try #require(
            try await world.installation.stores.sessions.record(of: signedIn.session.id, in: world.acme.tenant.id)
        )
        var tokens: [String?] = []
        for address in ["mistyped@acme.example", "new@acme.example"] {
            try await world.links.askForChange(
                to: try #require(EmailAddress(address)),
                of: record,
                AccountChangeMessage(),
                in: world.acme.context(address: "192.0.2.1")
            )
            await world.acme.services.mail.deliver()
            tokens.append(world.mailbox.messages.last { $0.to.description == address }?.token)
        }

        #expect(await !world.opens(tokens[0]))
        #expect(await world.opens(tokens[1]))
    }

    @Test func `strangers use up what strangers can ask for, and a network that is known still has messages`()
        async throws
    {
        let world = try await World()
        _ = try await world.acme.signIn(world.kim)
        for _ in 0..<4 { #expect(await world.ask(from: "198.51.100.1") == nil) }
        #expect(await world.ask(from: "198.51.100.2") != nil, "one network has no more than four")
        #expect(await world.ask(from: "192.0.2.1") == nil)

        guard case .tooManyMessages = await world.ask(from: "198.18.0.1") else {
            Issue.record("a sixth message")
            return
        }
        for _ in 0..<3 { #expect(await world.ask(from: Self.own) == nil) }
        #expect(await world.ask(from: Self.own) != nil)
    }
}
