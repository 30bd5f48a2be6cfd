import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import TelemetryAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

/// Records what it is asked to store. The first transactions fail.
private final class BusyEvents: EventStore {
    let batches = Mutex<[EventBatch]>([])
    let failures: Mutex<Int>
    private let usedBytes: Int64
    private let whenAsked: @Sendable () -> Void

    /// - Parameter usedBytes: of the budget of the day.
    init(failures: Int, usedBytes: Int64 = 0, whenAsked: @escaping @Sendable () -> Void = {}) {
        self.usedBytes = usedBytes
        self.failures = Mutex(failures)
        self.whenAsked = whenAsked
    }

    func append(_ batches: [EventBatch]) async throws(DomainError) -> [StoredBatch] {
        whenAsked()
        let isBusy = failures.withLock { failures in
            failures -= 1
            return failures >= 0
        }
        guard !isBusy else { throw .unavailable(retryAfter: .seconds(1)) }
        self.batches.withLock { $0 += batches }
        return batches.map { StoredBatch(isNew: $0.events.map { _ in true }, bytes: 1) }
    }

    func prepare(from first: Timestamp, through last: Timestamp) async throws(DomainError) {}
    func forget(of tenant: Tenant.ID, before cutoff: Timestamp, limit: Int) -> Int { 0 }
    func forgetOldest(of tenant: Tenant.ID, above bytes: Int64, limit: Int) -> Int { 0 }
    func namesUser(_ users: [String], in tenant: Tenant.ID) -> Bool { false }
    func erase(_ users: [String], in tenant: Tenant.ID, limit: Int) -> Int { 0 }
    func forget(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int { 0 }
    func usage(of key: APIKey.ID, in tenant: Tenant.ID, at now: Timestamp) async throws(DomainError) -> IngestUsage {
        IngestUsage(key: usedBytes, tenant: 0)
    }
    func makeRoom(limit: Int, within span: Duration) -> RoomStep { RoomStep(tenant: nil, rows: 0) }
    func page(
        _ query: EventQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<StoredEvent> {
        Page(items: [], next: nil)
    }
    func event(_ reference: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> StoredEvent {
        throw .notFound(.event)
    }
    func outcomes(from: Timestamp, to: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> ItemOutcomes {
        throw .unavailable(retryAfter: .seconds(1))
    }
    func histogram(_ query: EventQuery, in tenant: Tenant.ID) async throws(DomainError) -> EventHistogram {
        throw .unavailable(retryAfter: .seconds(1))
    }
    func counts(
        _ query: EventQuery,
        by facet: EventFacet,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [FacetCount] { [] }
}

/// What reaches the store, and what happens when it is busy.
@Suite struct SentryIntakeTests {
    private static let session = #"{"started":1795248000,"attrs":{"release":"1"}}"#
    private static let report = #"{"discarded_events":[{"reason":"send_error","category":"error","quantity":4}]}"#

    private func answer(
        _ body: String,
        of store: BusyEvents,
        storage: TelemetryStorage = TelemetryStorage(),
        decoding: DecodingGate = DecodingGate()
    ) async throws -> Response {
        let acme = try await TestTenant("acme", in: Installation())
        let now: @Sendable () -> Timestamp = { acme.installation.clock.now }
        let stack = HTTPStack(
            proxies: .none,
            isSecure: false,
            renderers: ErrorRenderers(fallback: SentryRenderer(), under: [:])
        )
        let router = stack.makeRouter()
        IngestRoute<SentryFormat>(
            intake: EventIntake(
                recorder: EventRecorder(
                    commit: GroupCommit(store: store),
                    pseudonyms: Pseudonyms(root: acme.installation.root),
                    storage: storage,
                    now: now
                ),
                authenticator: acme.services.authenticator,
                limiter: IngestLimiter(limits: IngestLimits(), now: now),
                budget: IngestBudget(store: store, now: now),
                causeRules: KnownCauseRules(store: acme.installation.stores.causeRules, now: now),
                decoding: decoding
            ),
            tasks: ConnectionTasks()
        )
        .add(to: Routes(router, list: stack.routes, area: .ingest))
        let request = Request(
            head: HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "localhost",
                path: "/api/1/envelope/?sentry_key=\(try #require(DSNKey(acme.creation.ingestKey)).text)",
                headerFields: [.contentLength: "\(body.utf8.count)"]
            ),
            body: RequestBody(buffer: ByteBuffer(string: body))
        )
        var context = GatehouseContext.test()
        context.identity.peer = IPAddress("203.0.113.9")
        return try await router.buildResponder().respond(to: request, context: context)
    }

    @Test func `each item that arrived is counted once, and what was lost beside it`() async throws {
        let store = BusyEvents(failures: 0)
        let body = [
            "{}", #"{"type":"event"}"#, "{}", #"{"type":"event"}"#, "[]", #"{"type":"log"}"#, #"{"items":[{},7]}"#,
            #"{"type":"session"}"#, Self.session, #"{"type":"attachment","length":0}"#, "",
            #"{"type":"client_report"}"#,
            Self.report,
        ].joined(separator: "\n")

        #expect(try await answer(body, of: store).status == .ok)

        let batch = try #require(store.batches.withLock { $0.first })
        #expect(batch.events.map(\.category) == [.event, .log])
        #expect(
            Set(batch.counted) == [
                ItemCount(.invalid, .event, reason: "wrong_type", count: 1),
                ItemCount(.invalid, .log, reason: "wrong_type", count: 1),
                ItemCount(.filtered, .other, reason: "unsupported", count: 1),
                ItemCount(.lost, .event, reason: "send_error", count: 4),
            ]
        )
    }

    @Test func `logs without a result and runs are rejected near the end of the budget, and the SDK learns of it`()
        async throws
    {
        let store = BusyEvents(failures: 0, usedBytes: IngestBudget.Limits().bytesPerKey / 100 * 92)
        let body = [
            "{}", #"{"type":"event"}"#, #"{"tags":{"auth.stage":"refresh","auth.outcome":"failed"}}"#,
            #"{"type":"log"}"#,
            #"{"items":[{"timestamp":1795248000,"level":"info","body":"opened"}]}"#, #"{"type":"session"}"#,
            Self.session,
        ].joined(separator: "\n")

        let answer = try await answer(body, of: store)

        #expect(answer.status == .ok)
        #expect(answer.headers[.xSentryRateLimits] == "60:log_item;session:key:overload")
        let batch = try #require(store.batches.withLock { $0.first })
        #expect(batch.events.map(\.content.outcome) == [.failed])
        #expect(
            Set(batch.counted) == [
                ItemCount(.limited, .log, reason: "overload", count: 1),
                ItemCount(.limited, .run, reason: "overload", count: 1),
            ]
        )
    }

    @Test func `a delivery waits for its transaction while the store is busy`() async throws {
        let store = BusyEvents(failures: 2)

        #expect(try await answer("{}\n{\"type\":\"event\"}\n{}", of: store).status == .ok)

        #expect(store.batches.withLock { $0.map(\.events.count) } == [1])
    }

    @Test func `a delivery that waits for its transaction holds its memory, and no thread`() async throws {
        let decoding = DecodingGate()
        let held = Mutex((bytes: 0, threads: 1))
        let store = BusyEvents(failures: 0) { held.withLock { $0 = (decoding.bytesInFlight, decoding.running) } }

        #expect(try await answer("{}\n{\"type\":\"event\"}\n{}", of: store, decoding: decoding).status == .ok)

        #expect(held.withLock { $0.bytes > 0 && $0.threads == 0 })
        #expect(decoding.bytesInFlight == 0)
    }

    @Test func `a delivery does not wait for storage that takes nothing`() async throws {
        let storage = TelemetryStorage()
        let store = BusyEvents(failures: .max) { storage.set(.diskFull) }

        let answer = try await answer("{}\n{\"type\":\"event\"}\n{}", of: store, storage: storage)

        #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "10")
        #expect(answer.headers[.xSentryError] == "unavailable")
        #expect(store.failures.withLock { $0 } == .max - 1)
    }
}
