import Dispatch
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

    @Test func `a tenant that neither waits nor decodes is forgotten`() async throws {
        let tenants: [Tenant.ID] = (0..<3).map { _ in SystemContext.system.newID() }
        var queue = DecodingQueue(limits: .init(width: 1), threads: [DispatchQueue(label: "test")])
        for (id, tenant) in tenants.enumerated() {
            let entry = await withCheckedContinuation { continuation in
                let (answers, startsTimer) = queue.enter(delivery(of: tenant, id: UInt64(id), continuation), now)
                #expect(!startsTimer)
                for answer in answers { answer.resume() }
            }
            guard case .thread(let thread) = entry else { throw DomainError.notFound(.tenant) }
            #expect(Array(queue.lastTurn.keys) == [tenant])
            #expect(queue.change(tenant, freeing: thread, adding: -10, now).isEmpty)
        }
        #expect(queue.lastTurn.isEmpty)
        #expect(queue.held == 0 && queue.threads.count == 1)
    }

    @Test func `a tenant whose delivery is cancelled while it waits is forgotten`() async throws {
        let (first, second): (Tenant.ID, Tenant.ID) = (SystemContext.system.newID(), SystemContext.system.newID())
        var queue = DecodingQueue(limits: .init(width: 1), threads: [DispatchQueue(label: "test")])
        _ = await withCheckedContinuation { continuation in
            for answer in queue.enter(delivery(of: first, id: 1, continuation), now).answers { answer.resume() }
        }
        let entry = await withCheckedContinuation { continuation in
            let (answers, startsTimer) = queue.enter(delivery(of: second, id: 2, continuation), now)
            #expect(answers.isEmpty && startsTimer)
            queue.cancel(2)?.resume()
        }
        guard case .cancelled = entry else { throw DomainError.notFound(.tenant) }
        #expect(Array(queue.lastTurn.keys) == [first])
        #expect(queue.waiting.isEmpty && queue.held == 10)
        #expect(queue.cancel(2)?.entry == nil)
    }
}
