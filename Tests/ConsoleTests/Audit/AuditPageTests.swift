import Database
import Domain
import Fixtures
import Foundation
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct AuditPageTests {
    @Test func `an entry shows actor, action, target, request origin and changes`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        let admin = try #require(Role.builtIn.first { $0.name == .admin })
        _ = try await site.services.users.assign(
            role: "partner",
            to: sue.id,
            grant: site.acme.access(site.ada, as: admin).grant()
        )
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("/t/acme/audit?action=user.role_assigned")

        #expect(page.html.contains("Role changed"))
        #expect(page.html.contains("<a href=\"/t/acme/users/\(sue.id)\">Sue</a>"))
        #expect(page.html.contains("<a href=\"/t/acme/users/\(site.ada.id)\">Ada</a>"))
        #expect(page.html.contains("<del>customer</del>"))
        #expect(page.html.contains("<ins>partner</ins>"))
    }

    @Test func `filters choose by person, by address, and by what was touched`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        var browser = try await site.browser(of: site.ada)

        let byAddress = try await browser.open("/t/acme/audit?target=sue%40acme.example")
        let byID = try await browser.open("/t/acme/audit?target=\(sue.id)")
        let byActor = try await browser.open("/t/acme/audit?actor=ada%40acme.example")
        let none = try await browser.open("/t/acme/audit?action=installation.restored")

        for page in [byAddress, byID] {
            #expect(page.html.contains("User created"))
            #expect(!page.html.contains("<td>Session started"))
        }
        #expect(byActor.html.contains("<td>Session started"))
        #expect(!byActor.html.contains("<td>User created"))
        #expect(none.html.contains("No matching entries"))
    }

    @Test func `the log begins with changes, and other kinds are a tab away`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/audit")
        let signIns = try await browser.open("/t/acme/audit?kind=sign-ins")
        let all = try await browser.open("/t/acme/audit?kind=all")

        #expect(page.html.contains("<td>User created") && !page.html.contains("<td>Session started"))
        #expect(page.html.contains("href=\"/t/acme/audit?kind=changes\" aria-current=\"page\">Changes</a>"))
        #expect(!signIns.html.contains("<td>User created") && signIns.html.contains("<td>Session started"))
        #expect(all.html.contains("<td>User created") && all.html.contains("<td>Session started"))
        #expect(page.html.contains("<optgroup label=\"Failures and error codes\">"))
    }

    @Test func `an ended session names its user, and stands in the history of that user`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        let signedIn = try await site.acme.signIn(sue)
        let grant: Grant<RevokeSessions> = try site.acme.system.grant()
        try await site.services.sessions.end(signedIn.session.id, grant: grant)
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/audit?user=sue%40acme.example")
        let user = try await browser.open("/t/acme/users/\(sue.id)")

        #expect(page.html.contains("<td>Session ended") && page.html.contains("<td>User created"))
        #expect(page.html.contains(#/<a href="/t/acme/users/[0-9a-f-]+">Sue · [^<]+</a>/#))
        #expect(page.html.contains("About: sue@acme.example"))
        #expect(user.html.contains("Session ended<span class=\"sub\">by Gatehouse"))
        #expect(user.html.contains("href=\"/t/acme/audit?user=\(sue.id)\""))
    }

    @Test func `the page says whether the chain is intact, and when that was checked`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let unchecked = try await browser.open("/t/acme/audit")
        _ = try await site.services.auditVerification.turn()
        let whole = try await browser.open("/t/acme/audit")
        let acme = site.acme.tenant.id.uuid
        try await site.installation.tamper { transaction in
            try transaction.execute("DELETE FROM audit_entries WHERE tenant_id = \(acme) AND sequence > 2")
            try transaction.execute(
                """
                UPDATE audit_heads SET sequence = 2,
                    hash = (SELECT hash FROM audit_entries WHERE tenant_id = \(acme) AND sequence = 2)
                WHERE tenant_id = \(acme)
                """
            )
        }
        _ = try await site.services.auditVerification.turn()
        let broken = try await browser.open("/t/acme/audit")

        #expect(unchecked.html.contains("Not all of them have been checked since the server started."))
        #expect(whole.html.contains("<strong>Every entry was intact when all were last read, just now.</strong>"))
        #expect(whole.html.contains("verdict--success") && whole.html.contains("The chain was followed to entry"))
        #expect(whole.html.contains("<input type=\"hidden\" name=\"kind\" value=\"changes\">"))
        #expect(broken.html.contains("verdict--failed") && broken.html.contains("The hash chain is broken at entry 3."))
    }

    @Test func `operators see each other's names, and members of a tenant see only an id`() async throws {
        let site = try await ConsoleSite()
        var olga = try await site.operatorBrowser()
        let oscar = try await site.services.onboarding.createOperator(
            .init(email: "oscar@example.com", name: "Oscar", password: TestTenant.password),
            grant: site.installation.installationGrant
        )
        var theirs = site.browser
        try await theirs.signIn("oscar@example.com")
        let sue = try await site.acme.add("Sue")
        let user = "/t/acme/users/\(sue.id)"
        _ = try await theirs.send("\(user)/role", on: user, ["role": "driver"])
        var admin = try await site.browser(of: site.ada)

        for path in ["/t/acme/audit", user] {
            let seen = try await olga.open(path)
            let page = try await admin.open(path)

            #expect(seen.html.contains("Oscar") && seen.html.contains("oscar@example.com"), "\(path)")
            #expect(page.html.localizedCaseInsensitiveContains("an operator"), "\(path)")
            #expect(page.html.contains(ShortID.of(oscar.id)), "\(path)")
            #expect(!page.html.contains("Oscar") && !page.html.contains("oscar@"), "\(path)")
        }
    }

    @Test(arguments: [
        "actor=nobody%40acme.example", "action=made.up", "actor=%FF", "target=a%00b", "cursor=zzz", "limit=0",
    ])
    func `an invalid filter is shown again with its problem`(query: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/audit?\(query)")

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains("1 field needs attention"))
        #expect(!page.html.contains("<tbody>"))
    }

    @Test func `pages lead to older entries and back, and keep the filter`() async throws {
        let site = try await ConsoleSite()
        for number in 0..<60 { try await site.acme.add("Person \(number)") }
        var browser = try await site.browser(of: site.ada)

        let first = try await browser.open("/t/acme/audit?action=user.created")
        let older = String(
            try #require(first.html.firstMatch(of: #/href="([^"]*)" rel="next"/#)).1.replacing("&amp;", with: "&")
        )
        let second = try await browser.open(older)
        let newer = String(
            try #require(second.html.firstMatch(of: #/href="([^"]*)" rel="prev"/#)).1.replacing("&amp;", with: "&")
        )
        let again = try await browser.open(newer)

        #expect(older.contains("action=user.created"))
        #expect(first.html.matches(of: #/<td>User created/#).count == 50)
        #expect(second.html.matches(of: #/<td>User created/#).count == 12)
        #expect(again.html.matches(of: #/<td>User created/#).count == 50)
    }

    @Test func `the page says how long the chain is`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let count = try await site.audit().count

        let page = try await browser.open("/t/acme/audit")
        #expect(page.html.contains("<strong>\(count) entries in a hash chain.</strong>"))
    }

    @Test func `another tenant's entries are not there`() async throws {
        let site = try await ConsoleSite()
        let foreign = try await site.globex.add("Hank")
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/audit?target=\(foreign.id)")

        #expect(page.html.contains("No matching entries"))
        #expect(!page.html.contains("Hank"))
        #expect(try await browser.open("/t/globex/audit").status == .notFound)
    }

    @Test func `the audit log is in French for a member who chose it`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        let admin = try #require(Role.builtIn.first { $0.name == .admin })
        _ = try await site.services.users.assign(
            role: "partner",
            to: sue.id,
            grant: site.acme.access(site.ada, as: admin).grant()
        )
        let key = try await site.services.keys.create(kind: .ingest, name: "App", grant: site.acme.system.grant()).key
        var browser = try await site.browser(of: site.ada).inFrench

        let page = try await browser.open("/t/acme/audit")
        let filtered = try await browser.open("/t/acme/audit?action=user.role_assigned&target=\(sue.id)")
        let none = try await browser.open("/t/acme/audit?action=installation.restored&actor=\(sue.id)")

        try page.expectFrench("audit", "<h1>Journal d’audit</h1>", "dans une chaîne de hachage.", "Clé d’API créée")
        #expect(page.html.contains("clé \(ShortID.of(key.id))"))
        try filtered.expectFrench("audit", "Rôle modifié", "rôle\u{A0}:", "Cible\u{A0}: \(sue.id)")
        try none.expectFrench("audit", "Aucune entrée correspondante", "Auteur\u{A0}: \(sue.id)")
    }

    @Test(arguments: [
        ("state", DomainError.Subject.user, "invited", "Invité"), ("complete", .event, "yes", "oui"),
        ("state", .failure, "resolved in_release 2.4.1", "Résolue dans 2.4.1"), ("name", .user, "yes", "yes"),
        ("state", .user, "unheard-of", "unheard-of"), ("name", .user, "a\u{202E}b", "a\\u{202E}b"),
    ])
    func `words of the program are in the language of the page, and texts of people as they are`(
        field: String,
        subject: DomainError.Subject,
        stored: String,
        shown: String
    ) {
        let entry = AuditEntry(
            sequence: 1,
            at: Timestamp(milliseconds: 0),
            action: .userUpdated,
            actor: .system,
            address: nil,
            requestID: nil,
            target: .init(subject, "1"),
            changes: []
        )

        #expect(entry.value(stored, of: field, TestTexts.french) == shown)
        #expect(entry.value(nil, of: field, TestTexts.french) == nil)
    }

    @Test func `names of changed fields and of the kinds of targets are those of the page`() async throws {
        let site = try await ConsoleSite()
        let draft = RoleAdministration.Draft(title: "Reader", rank: 20, permissions: [])
        _ = try await site.services.roles.create(name: "reader", draft, grant: site.acme.system.grant())
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/audit?action=role.created")

        #expect(page.html.contains("<a href=\"/t/acme/roles\">role reader</a>"))
        #expect(page.html.contains("level:") && !page.html.contains("rank:"))
    }
}
