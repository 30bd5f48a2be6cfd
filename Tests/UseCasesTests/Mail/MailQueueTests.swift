import Domain
import Fixtures
import Testing
import UseCases

@Suite struct MailQueueTests {
    private func asked(_ count: Int = 1, mailbox: Mailbox?) async throws -> (TestTenant, Installation) {
        let installation = try await Installation(mail: mailbox)
        let acme = try await TestTenant("acme", in: installation)
        for number in 0..<count {
            let user = try await acme.add("Kim \(number)")
            try await acme.services.links.ask(
                LinkRequest(.resetPassword, email: user.email?.description ?? ""),
                in: acme.context(address: "198.51.100.\(number % 250)")
            )
        }
        return (acme, installation)
    }

    @Test func `a rejected message is retried after a while, and dropped in the end`() async throws {
        let mailbox = Mailbox()
        let (acme, installation) = try await asked(mailbox: mailbox)
        let mail = acme.services.mail
        mailbox.fail(5)

        await mail.deliver()
        #expect(mail.counts.failures == 1 && mail.queue.waiting == 1)
        await mail.deliver()
        #expect(mail.counts.failures == 1)
        for pause in [5, 30, 120, 300] {
            installation.clock.advance(by: .seconds(pause))
            await mail.deliver()
        }

        #expect(
            mail.counts.failures == 5 && mail.counts.givenUp == 1 && mail.queue.waiting == 0 && mailbox.messages.isEmpty
        )
        try await acme.services.attempts.flush()
        let events = try await acme.services.events.page(
            EventQuery(from: installation.clock.now - .hours(1), to: installation.clock.now + .hours(1)),
            PageRequest(),
            grant: acme.system.grant()
        ).items
        #expect(events.contains { $0.content[.name] == "auth.mail" && $0.content.outcome == .failed })
    }

    @Test func `a message that is refused once arrives once`() async throws {
        let mailbox = Mailbox()
        let (acme, installation) = try await asked(mailbox: mailbox)
        mailbox.fail(1)

        await acme.services.mail.deliver()
        installation.clock.advance(by: .seconds(5))
        await acme.services.mail.deliver()
        installation.clock.advance(by: .minutes(10))
        await acme.services.mail.deliver()

        #expect(mailbox.messages.count == 1 && acme.services.mail.counts.sent == 1)
    }

    @Test func `without anything that carries messages nothing waits`() async throws {
        let (acme, _) = try await asked(3, mailbox: nil)

        #expect(acme.services.mail.queue.waiting == 0 && !acme.services.mail.isConfigured)
    }

    @Test func `too many messages to one mailbox are refused, whether there is one or not`() async throws {
        let (acme, _) = try await asked(mailbox: Mailbox())

        for email in ["nobody@example.com", "kim.0@acme.example"] {
            var failure: AuthFailure?
            for _ in 1...6 where failure == nil {
                do throws(AuthFailure) {
                    try await acme.services.links.ask(
                        LinkRequest(.resetPassword, email: email),
                        in: acme.context(address: "192.0.2.1")
                    )
                } catch { failure = error }
            }
            guard case .tooManyMessages = failure else {
                Issue.record("\(email): \(String(describing: failure))")
                continue
            }
        }
    }
}
