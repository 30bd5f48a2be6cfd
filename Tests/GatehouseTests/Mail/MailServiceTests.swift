import Domain
import Fixtures
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import UseCases

@testable import Gatehouse

@Suite(.timeLimit(.minutes(10))) struct MailServiceTests {
    /// Takes what is for most, and never answers for those whose address begins with `slow`.
    private final class Carrier: MailTransport {
        private let state = Mutex((taken: [String](), tried: 0, rejections: 0))

        var taken: [String] { state.withLock { $0.taken } }
        var tried: Int { state.withLock { $0.tried } }
        /// The next so many are refused.
        func reject(_ count: Int) { state.withLock { $0.rejections = count } }

        func send(_ message: MailMessage) async throws(MailFailure) {
            let isRejected = state.withLock { state in
                state.tried += 1
                defer { state.rejections = max(state.rejections - 1, 0) }
                return state.rejections > 0
            }
            if isRejected { throw MailFailure(reason: "Not now.") }
            let address = message.to.description
            if address.hasPrefix("slow") {
                do { try await Task.sleep(for: .seconds(600)) } catch { throw MailFailure(reason: "It was stopped.") }
            }
            state.withLock { $0.taken.append(address) }
        }
    }

    private let carrier = Carrier()
    private let acme: TestTenant

    init() async throws {
        acme = try await TestTenant("acme", in: Fixtures.Installation(mail: carrier))
    }

    private var mail: MailQueue { acme.services.mail }

    private func ask(_ name: String) async throws {
        let user = try await acme.add(name)
        try await acme.services.links.ask(
            LinkRequest(.resetPassword, email: #require(user.email).description),
            in: acme.context(address: "198.51.100.7")
        )
    }

    /// Runs it until `condition` holds, and then stops it.
    private func run(endLimit: Duration, until condition: @Sendable () -> Bool) async throws {
        let service = MailService(mail: mail, logger: .silent, endLimit: endLimit)
        let group = ServiceGroup(configuration: .init(services: [.init(named: service)], logger: .silent))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await eventually { condition() }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `unresponsive mail servers delay no other messages, and shutdown waits a limited time`() async throws {
        for name in ["slow one", "slow two", "slow three"] { try await ask(name) }
        let carrier = carrier
        let tasks = Task { try await run(endLimit: .milliseconds(50)) { carrier.taken.contains("kim@acme.example") } }
        try await eventually { carrier.tried >= 3 }

        try await ask("Kim")
        try await tasks.value

        #expect(mail.counts.sent == 1 && mail.counts.lost == 3 && mail.queue.waiting == 0, "\(mail.counts)")
        try await acme.services.attempts.flush()
        let now = acme.installation.clock.now
        let hour = EventQuery(from: now - .hours(1), to: now + .hours(1))
        let events = try await acme.services.events.page(hour, PageRequest(), grant: acme.system.grant()).items
        #expect(events.count { $0.content[.name] == "auth.mail" && $0.content.outcome == .failed } == 3)
    }

    @Test func `what waits for another try is tried once more at the end, whatever else does not answer`() async throws
    {
        carrier.reject(1)
        try await ask("Kim")
        await mail.deliver()
        try await ask("slow one")

        let carrier = carrier
        try await run(endLimit: .seconds(1)) { carrier.tried == 2 }

        #expect(
            carrier.taken == ["kim@acme.example"] && mail.counts.failures == 2 && mail.counts.lost == 1,
            "\(mail.counts)"
        )
    }
}
