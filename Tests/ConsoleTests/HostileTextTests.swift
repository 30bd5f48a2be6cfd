import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// Texts that would like to be markup, in every place that an administrator's pages show.
@Suite struct HostileTextTests {
    static let payloads = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)", "{{frame.home}}",
        "\"\u{301} onload=x",
        "</textarea></title><b>",
    ]

    private func expectHarmless(_ html: String, _ payload: String) {
        #expect(!html.utf8.containsSequence("<script>alert".utf8))
        #expect(!html.utf8.containsSequence("<img".utf8))
        #expect(!html.utf8.containsSequence("<b>".utf8))
        let withoutValues = html.replacing(#/"[^"]*"/#.matchingSemantics(.unicodeScalar), with: "")
        #expect(withoutValues.matches(of: #/<[^>]*\son(error|focus|load)=/#.matchingSemantics(.unicodeScalar)).isEmpty)
        #expect(html.utf8.containsSequence(StrictHTMLEscaping.escaped(payload).utf8), "it is not shown at all")
    }

    @Test(arguments: payloads) func `the names of tenants, roles, keys and users stay text`(
        payload: String
    ) async throws {
        let site = try await ConsoleSite()
        let grant = site.acme.system
        _ = try await site.services.tenants.rename(
            site.acme.tenant.id,
            to: payload,
            grant: site.installation.installationGrant
        )
        _ = try await site.services.roles.create(
            name: "odd",
            .init(title: payload, rank: 5, permissions: []),
            grant: grant.grant()
        )
        let key = try await site.services.keys.create(kind: .ingest, name: payload, grant: grant.grant()).key
        _ = try await site.services.users.create(
            .init(email: "odd@acme.example", name: payload, role: "odd"),
            grant: grant.grant()
        )
        var browser = try await site.operatorBrowser()

        for path in [
            "/tenants", "/tenants/acme", "/tenants/acme/suspension", "/t/acme/roles", "/t/acme/roles/odd/edit",
            "/t/acme/roles/odd/deletion", "/t/acme/keys", "/t/acme/keys/\(key.id)/revocation", "/t/acme/audit",
            "/t/acme/find?q=\(PageAddress.encoded(payload))",
        ] {
            let page = try await browser.open(path)
            #expect(page.status == .ok, "\(path)")
            expectHarmless(page.html, payload)
        }
    }

    @Test(arguments: payloads) func `what is typed into a form comes back as text`(payload: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()

        let tenant = try await browser.send("/tenants", on: "/tenants/new", ["name": payload, "slug": "NOT A SLUG"])
        let host = try await browser.send("/tenants/acme/hosts", on: "/tenants/acme", ["host": payload])
        let role = try await browser.send(
            "/t/acme/roles",
            on: "/t/acme/roles/new",
            ["title": payload, "name": "A", "rank": "1"]
        )
        let audit = try await browser.open("/t/acme/audit?target=\(PageAddress.encoded(payload))")

        for page in [tenant, host, role, audit] {
            #expect(page.status == .unprocessableContent)
            expectHarmless(page.html, payload)
        }
    }

    @Test(arguments: payloads) func `comments, runbooks, rules and the names of views stay text`(
        payload: String
    ) async throws {
        let site = try await ConsoleSite()
        try await site.acme.deliver([site.acme.event(1, user: "ada")])
        let grant: Grant<ReadEvents> = try site.acme.system.grant()
        let found = try await site.acme.services.failures.list(FailureQuery(), PageRequest(), grant: grant)
        let failure = "/t/acme/failures/\(try #require(found.page.items.first).id)"
        let (note, rules, views) = ("/t/acme/codes/keychain.locked", "/t/acme/error-codes", "/t/acme/views")
        var browser = try await site.browser(of: site.ada)

        let sent = [
            try await browser.send("\(failure)/comments", on: failure, ["text": payload]),
            try await browser.send(note, on: note, ["note": payload, "runbook": ""]),
            try await browser.send(rules, on: rules, ["domain": payload, "treat_as": "net.timeout"]),
            try await browser.send(
                views,
                on: "\(views)?q=\(PageAddress.encoded("keychain"))",
                ["view_name": payload, "shared": "yes"]
            ),
        ]

        #expect(sent.allSatisfy { $0.status == .seeOther })
        for path in [failure, note, rules, views] {
            let page = try await browser.open(path)
            #expect(page.status == .ok, "\(path)")
            expectHarmless(page.html, payload)
        }
        let filtered = "user=\(PageAddress.encoded(payload))&release=\(PageAddress.encoded(payload))"
        for path in ["/t/acme/failures?code=\(PageAddress.encoded(payload))", "/t/acme/attempts?\(filtered)"] {
            expectHarmless(try await browser.open(path).html, payload)
        }
        let wrong = try await browser.open("/t/acme/events?q=\(PageAddress.encoded("outcome:\"\(payload)\""))")
        #expect(!wrong.html.utf8.containsSequence("<script>alert".utf8))
        #expect(!wrong.html.utf8.containsSequence("<img".utf8))
    }

    @Test func `hidden characters in a name are refused, and written out where they are typed`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send(
            "/t/acme/keys",
            on: "/t/acme/keys",
            ["name": "iOS\u{202E}ppa", "kind": "ingest"]
        )
        let audit = try await browser.open("/t/acme/audit?actor=\(PageAddress.encoded("a\u{202E}b"))")

        #expect(answer.status == .unprocessableContent)
        #expect(answer.html.contains("invisible characters"))
        #expect(!audit.html.contains("\u{202E}"))
        #expect(audit.html.contains("\\u{202E}"))
    }
}
