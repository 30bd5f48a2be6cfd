import Admission
import Domain
import Testing

@testable import UseCases

@Suite struct DecodingQueueTests {
    private let now = ContinuousClock.now

    private func delivery(
        of tenant: Tenant.ID,
        id: UInt64,
        _ continuation: CheckedContinuation<DecodingQueue.Entry, Never>
    ) -> DecodingQueue.Waiting {
        .init(id: id, tenant: tenant, bytes: 10, bodyBytes: 1, until: now + .seconds(60), continuation: continuation)
    }

    @Test func `a delivery that ended leaves nothing behind`() async throws {
        let tenants: [Tenant.ID] = (0..<3).map { _ in SystemContext.system.newID() }
        var queue = DecodingQueue(limits: .init(width: 1))
        for (id, tenant) in tenants.enumerated() {
            let entry = await withCheckedContinuation { continuation in
                let (answers, startsTimer) = queue.enter(delivery(of: tenant, id: UInt64(id), continuation), now)
                #expect(!startsTimer)
                for answer in answers { answer.resume() }
            }
            guard case .thread(let thread) = entry else { throw DomainError.notFound(.tenant) }
            #expect(queue.held == 10 && queue.threads.busyCount == 1)
            #expect(queue.change(tenant, freeing: thread, adding: -10, now).isEmpty)
        }
        #expect(queue.held == 0 && queue.threads.busyCount == 0 && queue.takePeak() == 10)
    }

    @Test func `a delivery that is cancelled while it waits leaves nothing behind`() async throws {
        let (first, second): (Tenant.ID, Tenant.ID) = (SystemContext.system.newID(), SystemContext.system.newID())
        var queue = DecodingQueue(limits: .init(width: 1))
        _ = await withCheckedContinuation { continuation in
            for answer in queue.enter(delivery(of: first, id: 1, continuation), now).answers { answer.resume() }
        }
        let entry = await withCheckedContinuation { continuation in
            let (answers, startsTimer) = queue.enter(delivery(of: second, id: 2, continuation), now)
            #expect(answers.isEmpty && startsTimer && queue.held == 11)
            queue.cancel(2)?.resume()
        }
        guard case .cancelled = entry else { throw DomainError.notFound(.tenant) }
        #expect(queue.waiting.isEmpty && queue.held == 10)
        #expect(queue.cancel(2)?.entry == nil)
    }

    @Test func `deliveries that are late end when another one comes or goes, and no others`() async throws {
        let tenants: [Tenant.ID] = (0..<2).map { _ in SystemContext.system.newID() }
        var queue = DecodingQueue(limits: .init(width: 1))
        _ = await withCheckedContinuation { continuation in
            for answer in queue.enter(delivery(of: tenants[0], id: 1, continuation), now).answers { answer.resume() }
        }

        for change in [{ $0.change(tenants[0], freeing: nil, adding: 0, $1) }, { $0.expire($1).answers }]
            as [(inout DecodingQueue, ContinuousClock.Instant) -> [DecodingQueue.Answer]]
        {
            let entry = await withCheckedContinuation { continuation in
                #expect(queue.enter(delivery(of: tenants[1], id: 2, continuation), now).answers.isEmpty)
                #expect(change(&queue, now + .seconds(59)).isEmpty && queue.held == 11)
                let late = change(&queue, now + .seconds(60))
                #expect(late.count == 1)
                (late.first ?? queue.cancel(2))?.resume()
            }
            guard case .rejected = entry else { throw DomainError.notFound(.tenant) }
            #expect(queue.waiting.isEmpty && queue.held == 10)
        }
        #expect(queue.rejected == 2)
    }
}
