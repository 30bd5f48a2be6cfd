import Domain
import Foundation
import Synchronization
import Testing

@testable import Database
@testable import Stores

@Suite struct TenantCacheTests {
    private let feed = ChangeFeed(isLive: true)
    private let kept: TenantCache<Int>
    private let acme = Tenant.ID(UUID())
    private let globex = Tenant.ID(UUID())
    private let reads = Reads()

    init() { kept = TenantCache("colours", feed, maximumCount: 4) }

    @Test func `a value is read once, until a node announces that it changed`() async throws {
        for _ in 0..<3 { _ = try await kept.value(of: acme) { reads.next() } }
        _ = try await kept.value(of: globex) { reads.next() }

        feed.notify([Change("colours", of: acme.uuid), Change("shapes", of: globex.uuid)])

        #expect(try await kept.value(of: acme) { reads.next() } == 3)
        #expect(try await kept.value(of: globex) { reads.next() } == 2)
    }

    @Test func `after a gap everything is read again`() async throws {
        _ = try await kept.value(of: acme) { reads.next() }

        feed.end()
        feed.begin()

        #expect(try await kept.value(of: acme) { reads.next() } == 2)
    }

    @Test func `nothing is kept while changes are missed`() async throws {
        feed.end()

        for _ in 0..<2 { _ = try await kept.value(of: acme) { reads.next() } }

        #expect(reads.count == 2)
        #expect(kept.count == 0)
    }

    @Test func `what was read before a change and arrives after it is not kept`() async throws {
        let value = try await kept.value(of: acme) { () throws(DomainError) in
            let old = reads.next()
            feed.notify([Change("colours", of: acme.uuid)])
            return old
        }

        #expect(value == 1)
        #expect(try await kept.value(of: acme) { reads.next() } == 2)
    }

    @Test func `a failed read passes its error on and keeps nothing`() async throws {
        await #expect(throws: DomainError.self) {
            try await kept.value(of: acme) { () throws(DomainError) in throw .unavailable(retryAfter: .seconds(1)) }
        }

        #expect(try await kept.value(of: acme) { reads.next() } == 1)
    }

    @Test func `no more tenants are kept than may be`() async throws {
        for _ in 0..<100 { _ = try await kept.value(of: Tenant.ID(UUID())) { reads.next() } }

        #expect(kept.count <= 4)
    }

    private final class Reads: Sendable {
        private let number = Mutex(0)

        var count: Int { number.withLock { $0 } }

        func next() -> Int {
            number.withLock { number in
                number += 1
                return number
            }
        }
    }
}
