import Domain
import Fixtures
import Testing
import UseCases

/// The limits of codes that are typed in place of a link.
@Suite struct DigitsTests {
    private struct World {
        let mailbox = Mailbox()
        let installation: Installation
        let acme: TestTenant

        init() async throws {
            installation = try await Installation(mail: mailbox)
            acme = try await TestTenant("acme", in: installation)
            var revision = UserRevision()
            revision.emailVerified = true
            _ = try await acme.services.users.revise(try await acme.add("Kim").id, revision, grant: acme.system.grant())
        }

        /// Requests a message from that address, and returns it.
        func message(from address: String) async throws -> MailMessage {
            var request = LinkRequest(.signIn, email: "kim@acme.example")
            request.showsCode = true
            try await acme.services.links.ask(request, in: acme.context(address: address))
            await acme.services.mail.deliver()
            return try #require(mailbox.messages.last)
        }

        func type(_ digits: String, from address: String) async -> AuthFailure? {
            do throws(AuthFailure) {
                _ = try await acme.services.links.follow(
                    .digits(digits, email: "kim@acme.example"),
                    for: [.signIn],
                    in: acme.context(from: RequestOrigin(address: address, requestID: "request-1", trace: nil))
                )
                return nil
            } catch { return error }
        }

        /// Types wrong digits until a network has no tries left.
        func guess(_ count: Int = 5, code: String, from address: String) async {
            let wrong = code == "00000000" ? "11111111" : "00000000"
            for _ in 0..<count {
                #expect(await type(wrong, from: address) == .link(.gone))
                // The limit of tries a minute is another one.
                installation.clock.advance(by: .seconds(4))
            }
        }
    }

    private static let own = "203.0.113.7"

    @Test(arguments: ["٠", "۰", "०", "０"] as [Unicode.Scalar])
    func `a code is the same in the digits of another script`(zero: Unicode.Scalar) async throws {
        let world = try await World()
        let code = try #require(try await world.message(from: Self.own).code)
        let digits = code.utf8.compactMap { Unicode.Scalar(zero.value + UInt32($0 - UInt8(ascii: "0"))) }

        let failure = await world.type(String(String.UnicodeScalarView(digits)), from: Self.own)

        #expect(failure == nil)
    }

    @Test func `a stranger's wrong digits use up the tries of their own network alone`() async throws {
        let world = try await World()
        let code = try #require(try await world.message(from: Self.own).code)

        await world.guess(20, code: code, from: "198.51.100.1")

        #expect(await world.type(code, from: "198.51.100.1") == .link(.gone))
        #expect(await world.type(code, from: Self.own) == nil)
    }

    @Test
    func
        `when many networks have used all tries up, the digits are good from where they were asked for, and the link everywhere`()
        async throws
    {
        let world = try await World()
        let message = try await world.message(from: Self.own)
        let code = try #require(message.code)

        for network in 0..<10 { await world.guess(code: code, from: "198.51.100.\(network)") }

        #expect(
            await world.type(code, from: "192.0.2.1") == .link(.gone),
            "or there would be no end to guessing from many networks"
        )
        await world.guess(2, code: code, from: Self.own)
        #expect(await world.type(code, from: Self.own) == nil)
        world.installation.clock.advance(by: .minutes(5))
        let next = try await world.message(from: Self.own)
        let token = try #require(next.token)
        _ = try await world.acme.services.links.follow(
            .token(token),
            for: [.signIn],
            in: world.acme.context(from: RequestOrigin(address: "192.0.2.1", requestID: "request-1", trace: nil))
        )
    }

    @Test func `the tries of a day are not forgotten within it`() async throws {
        let world = try await World()
        let first = try #require(try await world.message(from: Self.own).code)
        for network in 0..<10 { await world.guess(code: first, from: "198.51.100.\(network)") }

        world.installation.clock.advance(by: .minutes(61))
        try await world.acme.services.maintenance.turn()

        let code = try #require(try await world.message(from: Self.own).code)
        // What is refilled in an hour.
        await world.guess(3, code: code, from: "192.0.2.2")
        #expect(await world.type(code, from: "192.0.2.1") == .link(.gone))
        #expect(await world.type(code, from: Self.own) == nil)
    }

    @Test func `another message allows a network five more attempts, but at most 25 a day`() async throws {
        let world = try await World()
        for round in 1...5 {
            let code = try #require(try await world.message(from: Self.own).code)
            await world.guess(code: code, from: Self.own)
            #expect(await world.type(code, from: Self.own) == .link(.gone), "round \(round)")
            world.installation.clock.advance(by: .minutes(4))
        }

        let code = try #require(try await world.message(from: Self.own).code)

        #expect(await world.type(code, from: Self.own) == .link(.gone))
        #expect(await world.type(code, from: "198.51.100.1") == nil)
    }

    @Test func `a correct code uses up no attempts`() async throws {
        let world = try await World()
        for _ in 0..<30 {
            let code = try #require(try await world.message(from: Self.own).code)
            #expect(await world.type(code, from: Self.own) == nil)
            world.installation.clock.advance(by: .minutes(4))
        }
    }
}
