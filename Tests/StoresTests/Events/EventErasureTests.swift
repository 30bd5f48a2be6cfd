import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

@Suite struct EventErasureTests {
    private func houses() async throws -> (acme: TestTenant, globex: TestTenant) {
        let installation = try await Installation()
        return (try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation))
    }

    private func stored(_ house: TestTenant) async throws -> [Event.ID] {
        let now = house.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await house.services.events.page(query, PageRequest(limit: 200), grant: house.system.grant()).items
            .map(\.content.id)
    }

    private func erase(_ id: User.ID, _ house: TestTenant) async throws -> EventErasure.Outcome {
        try await house.services.eventErasure.erase(id, grant: house.system.grant())
    }

    private func event(
        _ number: Int,
        _ house: TestTenant,
        user: String? = nil,
        session: String? = nil,
        attempt: TraceID? = nil
    ) -> DecodedEvent {
        var event = house.event(number, user: user)
        event.content.texts[.session] = session
        event.content.attempt = attempt
        return event
    }

    @Test func `a live tail gets no event from memory that was erased`() async throws {
        let acme = try await houses().acme
        let ada = try await acme.add("Ada")
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let query = EventQuery(from: acme.installation.clock.now - .hours(1), to: acme.installation.clock.now)
        let open = try acme.services.eventTails.open(query, after: nil, grant: grant)
        try await acme.deliver([event(1, acme)])
        try await acme.deliver([event(2, acme, user: ada.id.description)])
        let first = Event.Reference(
            occurredAt: acme.event(1).content.occurredAt,
            id: acme.event(1).content.id
        )

        _ = try await erase(ada.id, acme)

        var late = try acme.services.eventTails.open(query, after: first, grant: grant)
        let batch = try await late.next(grant)
        #expect(batch.events.isEmpty)
        withExtendedLifetime(open) {}
    }

    @Test func `the events of one user are deleted; their counts and the events of others stay`() async throws {
        let (acme, globex) = try await houses()
        let (ada, bob) = (try await acme.add("Ada"), try await acme.add("Bob"))
        for house in [acme, globex] {
            try await house.deliver((0..<5).map { event($0, house, user: ada.id.description) })
            try await house.deliver((5..<8).map { event($0, house, user: bob.id.description) })
            try await house.deliver([event(9, house)])
        }

        let outcome = try await erase(ada.id, acme)

        #expect(outcome == EventErasure.Outcome(deleted: 5, isComplete: true))
        #expect(try await Set(stored(acme)) == Set([5, 6, 7, 9].map { acme.event($0).content.id }))
        #expect(try await stored(globex).count == 9)
        let query = EventQuery(from: acme.installation.clock.now - .days(1), to: acme.installation.clock.now)
        #expect(try await acme.services.events.histogram(query, grant: acme.system.grant()).total == 9)
        #expect(try await erase(ada.id, acme) == EventErasure.Outcome(deleted: 0, isComplete: true))
        let entries = try await acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .userEventsErased),
            grant: acme.system.grant()
        ).items
        #expect(entries.map(\.target) == [.init(.user, ada.id), .init(.user, ada.id)])
    }

    @Test func `a client's other names for the user are found, once the address is confirmed`() async throws {
        let (acme, _) = try await houses()
        let (ada, bob) = (try await acme.add("Ada"), try await acme.add("Bob"))
        try await acme.deliver([
            event(1, acme, user: "ADA@acme.example"), event(2, acme, user: ada.id.description.uppercased()),
            event(3, acme, user: "bob@acme.example"),
        ])
        for user in [ada, bob] {
            var edit = UserAdministration.Edit()
            edit.emailVerified = true
            _ = try await acme.services.users.update(user.id, edit, grant: acme.system.grant())
        }

        #expect(try await erase(ada.id, acme).deleted == 2)

        #expect(try await stored(acme) == [acme.event(3).content.id])
    }

    @Test func `what a session or attempt of the user left without a name goes too, and no claim reaches further`()
        async throws
    {
        let (acme, _) = try await houses()
        let ada = try await acme.add("Ada")
        let session = try await acme.signIn(ada).session
        try await acme.services.attempts.flush()
        let bobs = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a908"
        try await acme.deliver([
            event(1, acme, session: session.id.description),
            event(2, acme, user: "somebody-else", session: session.id.description),
            // Sent by someone who says to be Ada, in a session of Bob's.
            event(3, acme, user: ada.id.description, session: bobs), event(4, acme, session: bobs),
        ])

        #expect(try await erase(ada.id, acme).isComplete)

        #expect(try await Set(stored(acme)) == Set([2, 4].map { acme.event($0).content.id }))
    }

    @Test func `an attempt in which someone tried to be the user stays`() async throws {
        let (acme, _) = try await houses()
        let ada = try await acme.add("Ada")
        let attempt = try #require(TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))
        let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: attempt)
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await acme.services.signIns.signIn(
                email: #require(ada.email?.description),
                password: "a guess",
                in: acme.context(from: origin)
            )
        }
        try await acme.services.attempts.flush()
        try await acme.deliver([event(1, acme, attempt: attempt)])

        #expect(try await erase(ada.id, acme).deleted == 1)

        #expect(try await stored(acme) == [acme.event(1).content.id])
    }

    @Test func `more events than one request deletes are deleted by the next ones`() async throws {
        let (acme, _) = try await houses()
        let ada = try await acme.add("Ada")
        let store = acme.installation.stores.events
        try await acme.deliver((0..<25).map { event($0, acme, user: ada.id.description) })

        let first = try await store.erase([ada.id.description], in: acme.tenant.id, limit: 10)
        let left = try await stored(acme).count

        #expect(first == 10 && left == 15)
        #expect(try await erase(ada.id, acme) == EventErasure.Outcome(deleted: 15, isComplete: true))
    }

    @Test func `a user who was deleted can be erased, and one whom nothing names is not found`() async throws {
        let (acme, globex) = try await houses()
        let ada = try await acme.add("Ada")
        try await acme.deliver([event(1, acme, user: ada.id.description)])
        try await acme.services.users.delete(ada.id, grant: acme.system.grant())

        await #expect(throws: DomainError.notFound(.user)) { try await erase(ada.id, globex) }
        #expect(try await erase(ada.id, acme).deleted == 1)
        await #expect(throws: DomainError.notFound(.user)) { try await erase(User.ID(UUID()), acme) }
    }

    @Test func `nobody erases the events of a higher rank, or their own`() async throws {
        let (acme, _) = try await houses()
        let (ada, bob) = (try await acme.add("Ada", role: .admin), try await acme.add("Bob", role: .onCall))
        let admin = Role(name: .admin, title: "Admin", rank: 90, permissions: [.manageUsers])
        let weak = Role(name: .onCall, title: "On-call", rank: 20, permissions: [.manageUsers])
        let (byAda, byBob) = (acme.access(ada, as: admin), acme.access(bob, as: weak))

        await #expect(throws: DomainError.denied(.ownAccount)) {
            try await acme.services.eventErasure.erase(ada.id, grant: byAda.grant())
        }
        await #expect(throws: DomainError.denied(.outranked)) {
            try await acme.services.eventErasure.erase(ada.id, grant: byBob.grant())
        }
    }

    private func erase(named text: String, _ house: TestTenant) async throws -> EventErasure.Outcome {
        try await house.services.eventErasure.erase(named: text, grant: house.system.grant())
    }

    @Test(arguments: ["Ghost@Elsewhere.example", "pseudonym", "app-user-17"])
    func `events of someone whom the tenant does not know are deleted by what names them`(text: String) async throws {
        let (acme, globex) = try await houses()
        let sent = text == "pseudonym" ? "ghost@elsewhere.example" : text
        for house in [acme, globex] {
            try await house.deliver([
                event(1, house, user: sent), event(2, house, user: "app-user-18"), event(3, house),
            ])
        }
        let names = acme.services.eventErasure.names
        let name = try #require(names.name(for: sent, in: acme.tenant.id))

        let outcome = try await erase(named: text == "pseudonym" ? name : text, acme)

        #expect(outcome == EventErasure.Outcome(deleted: 1, isComplete: true))
        #expect(try await Set(stored(acme)) == Set([2, 3].map { acme.event($0).content.id }))
        #expect(try await stored(globex).count == 3)
        let entries = try await acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .userEventsErased),
            grant: acme.system.grant()
        ).items
        #expect(entries.map(\.target) == [.init(.user, name)])
        #expect(name.hasPrefix("[email:") == (text != "app-user-17"))
    }

    @Test func `the id of a user stands for all their names`() async throws {
        let (acme, _) = try await houses()
        let ada = try await acme.add("Ada")
        var edit = UserAdministration.Edit()
        edit.emailVerified = true
        _ = try await acme.services.users.update(ada.id, edit, grant: acme.system.grant())
        try await acme.deliver([event(1, acme, user: "ada@acme.example"), event(2, acme, user: ada.id.description)])

        #expect(try await erase(named: ada.id.description.uppercased(), acme).deleted == 2)
        await #expect(throws: DomainError.notFound(.user)) { try await erase(named: User.ID(UUID()).description, acme) }
    }

    @Test(arguments: ["+44 20 7946 0958", "[phone]", "a [secret] b", "203.0.113.77"])
    func `a text of which events keep too little names no user`(text: String) async throws {
        let acme = try await houses().acme
        try await acme.deliver([event(1, acme, user: "+44 20 7946 0000"), event(2, acme, user: "203.0.113.70")])

        await #expect(throws: DomainError.invalid("user", .noEventUser)) { try await erase(named: text, acme) }

        #expect(try await stored(acme).count == 2)
    }

    @Test(arguments: [false, true])
    func `no name of a higher rank, or one's own, is a way to erase events`(isPseudonym: Bool) async throws {
        let (acme, _) = try await houses()
        let (ada, bob, zoe) = (
            try await acme.add("Ada", role: .admin), try await acme.add("Bob", role: .onCall), try await acme.add("Zoe")
        )
        try await acme.deliver([ada, bob, zoe].enumerated().map { event($0, acme, user: $1.email?.description) })
        let weak = Role(name: .onCall, title: "On-call", rank: 20, permissions: [.manageUsers])
        let (erasure, byBob) = (acme.services.eventErasure, acme.access(bob, as: weak))
        func name(_ user: User) throws -> String {
            let address = try #require(user.email?.description)
            return try isPseudonym ? #require(erasure.names.name(for: address, in: acme.tenant.id)) : address
        }

        for (user, denial) in [(ada, DomainError.Denial.outranked), (bob, .ownAccount)] {
            let text = try name(user)
            await #expect(throws: DomainError.denied(denial)) {
                try await erasure.erase(named: text, grant: byBob.grant())
            }
        }

        // Of the address of the second, the beginning is kept.
        for user in [ada, try await acme.add("Ada#2", role: .admin)] {
            let part = try "mailto:" + name(user)
            await #expect(throws: DomainError.denied(.outranked)) {
                try await erasure.erase(named: part, grant: byBob.grant())
            }
        }
        let id = ada.id.description
        for id in [id, id.uppercased(), id.replacing("-", with: "")] {
            await #expect(throws: DomainError.denied(.outranked)) {
                try await erasure.erase(named: "user-\(id)", grant: byBob.grant())
            }
        }
        #expect(try await erasure.erase(named: name(zoe), grant: byBob.grant()).deleted == 1)
        #expect(try await stored(acme).count == 2)
    }

    @Test func `among many users of a higher rank none is left out`() async throws {
        let (acme, _) = try await houses()
        let bob = try await acme.add("Bob", role: .onCall)
        let first = try await acme.add("First", role: .admin)
        for number in 1...201 { _ = try await acme.add("Admin \(number)", role: .admin) }
        let weak = Role(name: .onCall, title: "On-call", rank: 20, permissions: [.manageUsers])
        let byBob = acme.access(bob, as: weak)
        let address = try #require(first.email?.description)

        await #expect(throws: DomainError.denied(.outranked)) {
            try await acme.services.eventErasure.erase(named: address, grant: byBob.grant())
        }
        // With more of them nothing is deleted by a text.
        var erasure = acme.services.eventErasure
        _ = try await erasure.erase(named: "app-user-17", grant: byBob.grant())
        erasure.maximumRanked = 201
        let error = await #expect(throws: DomainError.self) {
            try await erasure.erase(named: "app-user-17", grant: byBob.grant())
        }
        guard case .invalid(let problems)? = error else { throw try #require(error) }
        #expect(problems.map(\.field) == ["user"])
    }

    @Test func `a text is cut as those of events are`() async throws {
        let acme = try await houses().acme
        try await acme.deliver([event(1, acme, user: String(repeating: "u-", count: 64))])

        #expect(try await erase(named: String(repeating: "u-", count: 80), acme).deleted == 1)
    }

    @Test func `what a session left goes also where the server rejected its steps`() async throws {
        let (acme, _) = try await houses()
        let ada = try await acme.add("Ada")
        let session = Session.ID(UUID())
        let rejected = AttemptEntry(
            .refresh,
            .rejected,
            code: "refresh_token_not_found",
            user: ada.id,
            session: session
        )
        acme.services.attempts.record(rejected, in: acme.context())
        try await acme.services.attempts.flush()
        try await acme.deliver([event(1, acme, session: session.description), event(2, acme)])

        #expect(try await erase(ada.id, acme).deleted == 2)

        #expect(try await stored(acme) == [acme.event(2).content.id])
    }

    @Test func `texts and ids that only the user's events had are deleted some hours later`() async throws {
        let (acme, _) = try await houses()
        let ada = try await acme.add("Ada")
        try await acme.deliver([event(1, acme, user: ada.id.description)])
        func rows() async throws -> [Int] {
            try await acme.installation.events.read(.installation("test")) { transaction in
                [
                    try transaction.value("SELECT count(*) AS n FROM subjects") ?? -1,
                    try transaction.value("SELECT count(*) AS n FROM messages") ?? -1,
                ]
            }
        }
        let before = try await rows()

        _ = try await erase(ada.id, acme)
        acme.installation.clock.advance(by: .hours(3))
        try await acme.services.maintenance.turn()

        #expect(before == [1, 1])
        #expect(try await rows() == [0, 0])
    }
}
