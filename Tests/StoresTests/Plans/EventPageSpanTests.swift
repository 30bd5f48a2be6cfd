import Database
import Domain
import Fixtures
import Stores
import Synchronization
import Testing
import UseCases

/// A page deep in a list costs no more than the first one: no plan says so, because an engine may take any bound of the
/// time to find its place in the index.
@Suite struct EventPageSpanTests {
    /// The bounds of the time in each search for events.
    private final class Spans: StatementObserver {
        struct Span: Equatable {
            let starts: [SQLValue]
            let ends: [SQLValue]
        }

        private let found = Mutex<[Span]>([])

        func take() -> [Span] {
            found.withLock { found in
                defer { found = [] }
                return found
            }
        }

        func check(_ statement: ObservedStatement) throws {
            // The rest of the statement joins what was found.
            guard let end = statement.text.firstRange(of: ") AS k") else { return }
            let search = statement.text[..<end.lowerBound]
            let span = Span(
                starts: values(after: "e.occurred_at >= ", in: search, of: statement),
                ends: values(after: "e.occurred_at < ", in: search, of: statement)
            )
            found.withLock { $0.append(span) }
        }

        private func values(
            after text: String,
            in search: Substring,
            of statement: ObservedStatement
        ) -> [SQLValue] {
            search.ranges(of: text).map { range in
                statement.values[statement.text[..<range.lowerBound].count { $0 == "?" }]
            }
        }
    }

    @Test(arguments: [nil, Outcome.failed])
    func `a page is looked for from its own place in the index`(outcome: Outcome?) async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let spans = Spans()
        let databases = StoreDatabases(
            control: installation.control,
            events: ObservedDatabase(installation.events, observers: [spans])
        ) { _ in }
        let events = DatabaseStores(databases, chain: installation.chain, now: { installation.clock.now }).events
        let now = installation.clock.now
        try await acme.deliver((1...6).map { acme.event($0, ago: .milliseconds($0)) })
        var query = EventQuery(from: now - .days(1), to: now)
        query.outcome = outcome
        let hour = now.milliseconds - (now - .milliseconds(1)).milliseconds % 3_600_000 - 1
        let start = outcome == nil ? query.from.milliseconds : hour

        let first = try await events.page(query, PageRequest(limit: 2), in: acme.tenant.id)
        let second = try await events.page(query, PageRequest(limit: 2, cursor: first.next), in: acme.tenant.id)
        _ = spans.take()
        _ = try await events.page(query, PageRequest(limit: 2, cursor: second.next), in: acme.tenant.id)
        let forward = spans.take().first
        _ = try await events.page(query, PageRequest(limit: 2, cursor: second.previous), in: acme.tenant.id)
        let backward = spans.take().first

        let places = second.items.map(\.content.occurredAt.milliseconds)
        #expect(forward == Spans.Span(starts: [.integer(start)], ends: [.integer(places[1] + 1)]))
        #expect(backward == Spans.Span(starts: [.integer(places[0])], ends: [.integer(now.milliseconds)]))
    }
}
