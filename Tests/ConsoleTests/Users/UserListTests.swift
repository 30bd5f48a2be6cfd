import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct UserListTests {
    @Test func `users are found by email, by name, and by the beginning of an id`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue Storm", role: .driver)
        try await site.globex.add("Sue Storm")
        var browser = try await site.browser(of: site.vic)

        for query in [
            "sue.storm%40acme.example", "sue", "storm%20sue", sue.id.description, String(sue.id.description.prefix(18)),
        ] {
            let page = try await browser.open("/t/acme/users?q=\(query)")

            #expect(page.status == .ok)
            #expect(page.html.contains("<a href=\"/t/acme/users/\(sue.id)\">Sue Storm</a>"), "\(query)")
            #expect(!page.html.contains("globex.example"), "\(query)")
        }
    }

    @Test(arguments: [
        ("role=driver", "Sue"), ("state=disabled", "Dan"), ("provider=password&role=admin", "Ada"),
        ("sort=email&role=on_call", "Vic"),
    ])
    func `filters show only matching users, and can be removed`(query: String, name: String) async throws {
        let site = try await ConsoleSite()
        try await site.acme.add("Sue", role: .driver)
        let dan = try await site.acme.add("Dan")
        _ = try await site.services.users.disable(dan.id, grant: site.acme.system.grant())
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/users?\(query)")

        let shown = page.html.matches(of: #/<a href="\/t\/acme\/users\/[0-9a-f-]{36}">(?<name>[^<]*)<\/a>/#).map {
            String($0.name)
        }
        #expect(shown == [name])
        #expect(page.html.contains("Remove filter"))
        #expect(page.html.contains("Clear all filters"))
    }

    @Test(arguments: [
        "role=No%20Such", "state=odd", "sort=shoe", "q=%FF", "q=a%00b", "cursor=zzz", "limit=x", "role=a&role=b",
        "q=%zz",
    ])
    func `a query that cannot be meant is refused`(query: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/users?\(query)")

        #expect(page.status == .unprocessableContent)
        #expect(!page.html.contains("vic@acme.example"))
    }

    @Test func `the pager leads to older users and back, and keeps the search`() async throws {
        let site = try await ConsoleSite()
        for number in 0..<60 { try await site.acme.add("Driver \(number)", role: .driver) }
        var browser = try await site.browser(of: site.ada)

        let first = try await browser.open("/t/acme/users?role=driver")
        let older = try #require(first.html.firstMatch(of: #/href="([^"]*)" rel="next"/#)).1.replacing(
            "&amp;",
            with: "&"
        )
        let second = try await browser.open(String(older))

        #expect(older.contains("role=driver"))
        #expect(first.html.matches(of: #/<div class="person">/#).count == 50)
        #expect(second.html.matches(of: #/<div class="person">/#).count == 10)
        #expect(second.html.contains("rel=\"prev\""))
    }

    @Test func `an empty search says what it looks at`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/users?q=nobody-like-this")

        #expect(page.html.contains("No matching users"))
        #expect(!page.html.contains("<tbody>"))
    }

    @Test func `only members with the permission are offered to manage users`() async throws {
        let site = try await ConsoleSite()
        var admin = try await site.browser(of: site.ada)
        var onCall = try await site.browser(of: site.vic)

        #expect(try await admin.open("/t/acme/users").html.contains("Create user"))
        #expect(try await !onCall.open("/t/acme/users").html.contains("Create user"))
        #expect(try await onCall.open("/t/acme/users/new").status == .forbidden)
        #expect(try await onCall.open("/t/acme/invitations/new").status == .forbidden)
    }
}
