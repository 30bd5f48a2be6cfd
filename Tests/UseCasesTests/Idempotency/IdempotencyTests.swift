import Domain
import Fixtures
import Foundation
import Synchronization
import Testing
import UseCases

@Suite struct IdempotencyTests {
    private let answer = RememberedAnswer(
        status: 201,
        contentType: "application/json",
        body: Data(#"{"hint":"gh_sk_secret"}"#.utf8)
    )

    @Test func `a repeated write is done once and answered the same`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let runs = Mutex(0)
        let once = { () async throws -> RememberedAnswer in
            try await acme.services.idempotency.once("key-1", request: Data("POST /x".utf8), access: acme.system) {
                runs.withLock { $0 += 1 }
                return answer
            }
        }

        let first = try await once()
        let second = try await once()

        #expect(first == answer && second == answer)
        #expect(runs.withLock { $0 } == 1)
    }

    @Test(arguments: Credential.Prefix.allCases)
    func `a secret is answered once and not kept`(_ prefix: Credential.Prefix) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let secret = Credential(prefix, tenant: acme.tenant.id, random: Array(repeating: 9, count: 32)).text
        let answer = RememberedAnswer(
            status: 201,
            contentType: "application/json",
            location: "/x/1",
            body: Data(#"{"url":"https://x.example/links/\#(secret)"}"#.utf8)
        )
        func ask() async throws -> RememberedAnswer {
            try await acme.services.idempotency.once("key-1", request: Data("POST /x".utf8), access: acme.system) {
                answer
            }
        }

        let (first, second) = (try await ask(), try await ask())

        #expect(first == answer)
        if [.publishableKey, .ingestKey].contains(prefix) {
            #expect(second == answer, "these ship in apps")
        } else {
            #expect(second.isWithheld && second.body.isEmpty && second.status == 201 && second.location == "/x/1")
        }
    }

    @Test func `the same key for another request is a conflict`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await acme.services.idempotency.once("key-1", request: Data("one".utf8), access: acme.system) { answer }

        await #expect(throws: DomainError.conflict(.idempotencyKeyReused)) {
            try await acme.services.idempotency.once("key-1", request: Data("two".utf8), access: acme.system) { answer }
        }
    }

    @Test func `another tenant's same key is another key`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        _ = try await acme.services.idempotency.once("key-1", request: Data("one".utf8), access: acme.system) { answer }

        let other = try await globex.services.idempotency.once(
            "key-1",
            request: Data("two".utf8),
            access: globex.system
        ) {
            RememberedAnswer(status: 200, contentType: "text/plain", body: Data())
        }

        let again = try await acme.services.idempotency.once("key-1", request: Data("one".utf8), access: acme.system) {
            RememberedAnswer(status: 500, contentType: "text/plain", body: Data())
        }
        #expect(other == RememberedAnswer(status: 200, contentType: "text/plain", body: Data()))
        #expect(again == answer)
    }

    @Test func `the server's own failure is tried again`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let failed = RememberedAnswer(status: 503, contentType: "text/plain", body: Data())
        _ = try await acme.services.idempotency.once("key-1", request: Data("one".utf8), access: acme.system) { failed }

        let second = try await acme.services.idempotency.once("key-1", request: Data("one".utf8), access: acme.system) {
            answer
        }

        #expect(second == answer)
    }

    @Test func `what was done is not done again when its answer is lost`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ask = { (fails: Bool) async throws -> RememberedAnswer in
            try await acme.services.idempotency.once("key-1", request: Data("POST /keys".utf8), access: acme.system) {
                _ = try await acme.services.keys.create(kind: .ingest, name: "Shop", grant: acme.system.grant())
                if fails { throw DomainError.unavailable(retryAfter: .seconds(1)) }
                return answer
            }
        }

        await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) { try await ask(true) }
        await #expect(throws: DomainError.conflict(.idempotencyInProgress)) { try await ask(false) }
        acme.installation.clock.advance(by: .minutes(3))
        await #expect(throws: DomainError.conflict(.idempotencyAnswerLost)) { try await ask(false) }
    }

    @Test func `a request whose claim went to another changes nothing`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let second = Mutex<RememberedAnswer?>(nil)

        await #expect(throws: DomainError.conflict(.idempotencyInProgress)) {
            try await acme.services.idempotency.once("key-1", request: Data("one".utf8), access: acme.system) {
                // It took so long that it was taken for dead.
                acme.installation.clock.advance(by: .minutes(3))
                let other = try await acme.services.idempotency.once(
                    "key-1",
                    request: Data("one".utf8),
                    access: acme.system
                ) { answer }
                second.withLock { $0 = other }
                _ = try await acme.services.keys.create(kind: .ingest, name: "Late", grant: acme.system.grant())
                return answer
            }
        }

        #expect(second.withLock { $0 } == answer)
        let keys = try await acme.services.keys.page(PageRequest(), grant: acme.system.grant())
        #expect(!keys.items.contains { $0.name == "Late" })
    }

    @Test(.onlySQLite("its files")) func `an answer is not readable on disk`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await acme.services.idempotency.once("key-1", request: Data("one".utf8), access: acme.system) { answer }

        let folder = try #require(acme.installation.folder)
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            #expect(try Data(contentsOf: file).range(of: Data("gh_sk_secret".utf8)) == nil)
        }
    }
}
