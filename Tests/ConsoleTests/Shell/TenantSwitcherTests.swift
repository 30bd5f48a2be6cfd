import Database
import Domain
import Fixtures
import HTTPTypes
import Stores
import Synchronization
import Testing

@testable import WebFixtures

/// The tenants that an operator can switch to are read for a page that is shown, and only for one.
@Suite struct TenantSwitcherTests {
    private let lists = TenantLists()
    private let site: ConsoleSite

    init() async throws {
        let lists = lists
        site = try await ConsoleSite { installation in
            let clock = installation.clock
            return DatabaseStores(
                StoreDatabases(
                    control: ObservedDatabase(installation.observedControl, observers: [lists]),
                    events: installation.observedEvents
                ) { error in
                    if !lists.isFailing { Issue.record("\(error)") }
                },
                chain: installation.chain,
                now: { clock.now }
            )
        }
    }

    @Test func `a page reads the tenants once, and a redirect does not`() async throws {
        var browser = try await site.operatorBrowser()
        _ = lists.take()

        let page = try await browser.open("/t/acme/keys")
        #expect(page.html.contains("<option value=\"globex\""))
        #expect(lists.take() == 1)
        let key = try #require(page.html.firstMatch(of: #/\/t\/acme\/keys\/[0-9a-f-]+\/revocation/#)).output
        let question = try await browser.open(String(key))
        #expect(question.html.contains("<option value=\"globex\""))
        #expect(lists.take() == 1)

        let answer = try await browser.send(String(key), on: question)

        #expect(answer.location == "/t/acme/keys")
        #expect(lists.take() == 0)
        #expect(try await browser.open("/t/acme").location != nil)
        #expect(lists.take() == 0)
    }

    @Test func `a form that is shown again, and an error page, have them too`() async throws {
        var browser = try await site.operatorBrowser()
        _ = lists.take()

        let again = try await browser.send("/t/acme/keys", on: "/t/acme/keys", ["name": "", "kind": "ingest"])
        let missing = try await browser.open("/t/acme/users/00000000-0000-7000-8000-000000000000")

        #expect(again.status == .unprocessableContent && missing.status == .notFound)
        for page in [again, missing] { #expect(page.html.contains("<option value=\"globex\"")) }
        #expect(lists.take() == 3)
    }

    /// A new key is shown once: the page with it must not depend on the switcher.
    @Test func `a page is shown without the tenants when they cannot be read`() async throws {
        var browser = try await site.operatorBrowser()
        let list = try await browser.open("/t/acme/keys")
        _ = lists.take()
        lists.fail()

        let created = try await browser.send("/t/acme/keys", on: list, ["name": "Payroll", "kind": "secret"])

        #expect(created.status == .ok && created.html.contains("value=\"gh_sk_"))
        #expect(!created.html.contains("<option value=\"globex\""))
        #expect(lists.take() == 1)
    }

    @Test func `a member has none`() async throws {
        var browser = try await site.browser(of: site.ada)
        _ = lists.take()

        #expect(try await !browser.open("/t/acme/keys").html.contains("<option value=\"globex\""))
        #expect(lists.take() == 0)
    }
}

/// Counts how often the list of tenants is read, and fails it on demand.
private final class TenantLists: StatementObserver {
    private let count = Mutex(0)
    private let failing = Mutex(false)

    var isFailing: Bool { failing.withLock { $0 } }

    func fail() { failing.withLock { $0 = true } }

    func check(_ statement: ObservedStatement) throws {
        guard statement.text.contains("FROM tenants t WHERE"), statement.text.contains("LIMIT") else { return }
        count.withLock { $0 += 1 }
        if isFailing { throw DatabaseError(.tooLong, "it takes too long") }
    }

    func take() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }
}
