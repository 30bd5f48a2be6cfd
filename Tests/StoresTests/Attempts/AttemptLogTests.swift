import Database
import Domain
import Fixtures
import Testing

@testable import UseCases

/// The server's half of an attempt, as it is read afterwards.
@Suite struct AttemptLogTests {
    private let acme: TestTenant
    private let trace = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    private func context(tenant: Tenant? = nil) -> SignInContext {
        SignInContext(
            tenant: tenant ?? acme.tenant,
            client: SignInClient(
                device: Device(name: "Ada's phone", model: "iPhone17,1", osVersion: "26.1", appVersion: "2.4.0"),
                origin: RequestOrigin(
                    address: "203.0.113.7",
                    requestID: "0190f3c8-1111-7000-8000-000000000001",
                    trace: trace
                )
            )
        )
    }

    private func events() async throws -> [StoredEvent] {
        try await acme.services.attempts.flush()
        let now = acme.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await acme.services.events.page(query, PageRequest(), grant: acme.system.grant()).items
    }

    @Test func `what is recorded is read with its attempt, person, session, device and request`() async throws {
        let (user, session): (User.ID, Session.ID) = (SystemContext.system.newID(), SystemContext.system.newID())

        acme.services.attempts.record(
            AttemptEntry(.passwordSignIn, .success, user: user, session: session, took: .milliseconds(420)),
            in: context()
        )

        let event = try #require(try await events().first)
        #expect(
            event.content.source == .server && event.content.stage == .tokenExchange
                && event.content.outcome == .success
        )
        #expect(event.content.attempt == trace && event.content[.provider] == "password" && event.code == nil)
        #expect(event.content[.user] == user.description && event.content[.session] == session.description)
        #expect(
            event.content[.appVersion] == "2.4.0" && event.content[.deviceModel] == "iPhone17,1"
                && event.content[.osVersion] == "26.1"
        )
        #expect(
            event.content.attributes == [
                EventAttribute("request.id", .text("0190f3c8-1111-7000-8000-000000000001"))
            ]
        )
        #expect(event.content.duration == .milliseconds(420))
    }

    @Test func `a failed step of a client without traces has an attempt of its own`() async throws {
        let request = "0190f3c8-1111-7000-8000-000000000001"
        let plain = acme.context(from: RequestOrigin(address: "203.0.113.7", requestID: request, trace: nil))

        acme.services.attempts.record(AttemptEntry(.passwordSignIn, .success), in: plain)
        acme.services.attempts.record(AttemptEntry(.passwordSignIn, .rejected, code: "invalid_credentials"), in: plain)

        let events = try await events()
        #expect(events.first { $0.content.outcome == .success }?.content.attempt == nil)
        let failed = try #require(events.first { $0.content.outcome == .rejected })
        #expect(failed.content.attempt == TraceID(ofRequest: request))
    }

    @Test func `a step that came to nothing has the cause that the taxonomy names`() async throws {
        let log = acme.services.attempts

        log.record(AttemptEntry(.passwordSignIn, .rejected, code: "invalid_credentials"), in: context())
        log.record(AttemptEntry(.passwordSignUp, .rejected, code: "user_already_exists"), in: context())
        log.record(AttemptEntry(.passwordSignIn, .failed, code: "unexpected_failure"), in: context())

        #expect(Set(try await events().map(\.code)) == ["pwd.invalid", "signup.exists", "server.error"])
    }

    @Test func `what a client says of its device is scrubbed like every text of a client`() async throws {
        let device = Device(model: "ada@acme.example", appVersion: "2.4.0")
        let context = SignInContext(
            tenant: acme.tenant,
            client: SignInClient(device: device, origin: acme.context().origin)
        )

        acme.services.attempts.record(AttemptEntry(.passwordSignIn, .success), in: context)

        let model = try #require(try await events().first?.content[.deviceModel])
        #expect(model.hasPrefix("[email:"))
    }

    private func tenant(_ number: Int) throws -> Tenant {
        Tenant(
            id: SystemContext.system.newID(),
            number: 100 + number,
            slug: try #require(Tenant.Slug("tenant-\(number)")),
            name: "T",
            state: .active,
            createdAt: acme.installation.clock.now
        )
    }

    @Test func `a flood at one tenant leaves the others their places`() async throws {
        let (log, globex) = (acme.services.attempts, try await TestTenant("globex", in: acme.installation))
        for _ in 0..<3 { log.record(AttemptEntry(.passwordSignIn, .success), in: globex.context()) }
        for _ in 0..<AttemptLog.maximumWaiting {
            log.record(AttemptEntry(.refresh, .rejected, code: "validation_failed"), in: context())
        }
        log.record(AttemptEntry(.passwordSignIn, .success), in: globex.context())

        #expect(log.queue.waiting == AttemptLog.maximumWaitingOfTenant + 4)
        #expect(log.dropped == AttemptLog.maximumWaiting - AttemptLog.maximumWaitingOfTenant)
        try await log.flush()
        for _ in 0..<3 { log.record(AttemptEntry(.refresh, .rejected, code: "validation_failed"), in: context()) }
        #expect(log.queue.waiting == 3)
    }

    @Test func `what cannot be written waits, and is bounded`() async throws {
        let log = acme.services.attempts
        for number in 0..<5 {
            let context = context(tenant: try tenant(number))
            for _ in 0..<AttemptLog.maximumWaitingOfTenant {
                log.record(AttemptEntry(.passwordSignIn, .success), in: context)
            }
        }
        try await acme.installation.events.close()

        await #expect(throws: DomainError.self) { try await log.flush() }

        #expect(log.queue.waiting == AttemptLog.maximumWaiting)
        #expect(log.dropped == AttemptLog.maximumWaitingOfTenant)
    }

    @Test func `on a full disk nothing is tried, and the latest steps are written when there is room`() async throws {
        let (log, storage) = (acme.services.attempts, acme.services.intake.storage)
        storage.set(.diskFull)
        for number in 0..<5 {
            let context = context(tenant: try tenant(number))
            for _ in 0..<AttemptLog.maximumWaitingOfTenant {
                log.record(AttemptEntry(.passwordSignIn, .success), in: context)
            }
        }
        log.record(AttemptEntry(.refresh, .success), in: context())

        try await log.flush()
        #expect(log.queue.waiting == AttemptLog.maximumWaiting && log.dropped == AttemptLog.maximumWaitingOfTenant + 1)

        storage.set(.available)
        #expect(try await events().map(\.content.stage) == [.refresh])
        #expect(log.queue.waiting == 0)
    }
}
