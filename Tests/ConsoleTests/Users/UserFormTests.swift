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

@Suite struct UserFormTests {
    @Test func `a created user can sign in immediately`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send(
            "/t/acme/users",
            on: "/t/acme/users/new",
            ["name": "Grace Hopper", "email": "Grace@Acme.example", "password": TestTenant.password, "role": "partner"]
        )
        let page = try await browser.open(try #require(answer.location))

        #expect(answer.status == .seeOther)
        #expect(page.html.contains("User created."))
        #expect(page.html.contains("Grace Hopper"))
        #expect(page.html.contains("grace@acme.example"))
        #expect(try await browser.open(try #require(answer.location)).html.contains("User created.") == false)
        _ = try await site.services.signIns.signIn(
            email: "grace@acme.example",
            password: TestTenant.password,
            in: site.acme.context()
        )
    }

    @Test(arguments: [
        ("email", "no address", "This is not an email address", HTTPResponse.Status.unprocessableContent),
        ("email", "ada@acme.example", "Another user has this email address", .conflict),
        ("email", "", "A password needs an email address", .unprocessableContent),
        ("password", "short", "Use at least 8 characters.", .unprocessableContent),
        ("password", "password", "Too many people use this password", .unprocessableContent),
        ("role", "emperor", "This tenant has no such role.", .unprocessableContent),
        ("role", "", "Required.", .unprocessableContent),
        ("name", String(repeating: "x", count: 201), "Use at most 200 characters.", .unprocessableContent),
        ("name", "Gr\u{202E}ace", "invisible characters", .unprocessableContent),
        ("shoe", "42", "This field is not known.", .unprocessableContent),
    ])
    func `a form that cannot be carried out comes back with what was typed`(
        field: String,
        value: String,
        sentence: String,
        status: HTTPResponse.Status
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        var fields = [
            "name": "Grace", "email": "grace@acme.example", "password": TestTenant.password, "role": "partner",
        ]
        fields[field] = value
        let form = try #require(try await browser.open("/t/acme/users/new").form("/t/acme/users"))

        let answer = try await browser.post("/t/acme/users", hidden: form.hidden + fields.map { ($0.key, $0.value) })

        #expect(answer.status == status)
        #expect(answer.html.contains(sentence))
        #expect(answer.html.contains("id=\"errors\""))
        if field != "email" { #expect(answer.html.contains("value=\"grace@acme.example\"")) }
        if field != "role" { #expect(answer.html.contains("<option value=\"partner\" selected>")) }
        #expect(!answer.html.contains(TestTenant.password))
        #expect(try await site.services.users.count(.init(), grant: site.acme.system.grant()) == .exactly(2))
    }

    @Test func `a role above the member's own cannot be assigned`() async throws {
        let site = try await ConsoleSite()
        _ = try await site.services.roles.create(
            name: "manager",
            .init(title: "Manager", rank: 50, permissions: ["console.enter", "users.read", "users.manage"]),
            grant: site.acme.system.grant()
        )
        let mia = try await site.acme.add("Mia", role: try #require(Role.Name("manager")))
        var browser = try await site.browser(of: mia)

        let answer = try await browser.send(
            "/t/acme/users",
            on: "/t/acme/users/new",
            ["name": "Eve", "email": "eve@acme.example", "role": "admin"]
        )

        #expect(answer.status == .forbidden)
        #expect(answer.html.contains("value=\"eve@acme.example\""))
        #expect(try await site.audit().first?.action == .denied)
    }

    @Test func `an invitation link is shown once and lets its person in`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send(
            "/t/acme/invitations",
            on: "/t/acme/invitations/new",
            ["name": "Eve", "email": "eve@acme.example", "role": "on_call"]
        )
        let link = try #require(
            answer.html.firstMatch(of: #/value="http:\/\/gatehouse\.example(\/invitations\/gh_i_[A-Za-z0-9_-]{64})"/#)
        )
        .1
        let eve = try #require(answer.html.firstMatch(of: #/\/t\/acme\/users\/[0-9a-f-]{36}/#)).0
        var hers = site.browser
        let accepted = try await hers.send(
            String(link),
            on: String(link),
            ["name": "Eve", "password": TestTenant.password]
        )

        #expect(answer.status == .created)
        #expect(try await !browser.open(String(eve)).html.contains(link))
        #expect(accepted.status == .seeOther)
        try await hers.signIn("eve@acme.example")
        #expect(try await hers.open(String(link)).status == .notFound)
    }

    @Test func `a new invitation link voids the previous one, and a user who has accepted gets none`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let (user, old) = try await site.services.users.invite(
            .init(email: "eve@acme.example", name: "Eve", role: "driver"),
            grant: site.acme.system.grant()
        )
        let path = "/t/acme/users/\(user.id)"

        let again = try await browser.send("\(path)/invitation", on: path)
        var hers = site.browser

        #expect(again.html.contains("gh_i_"))
        #expect(!again.html.contains(old.text))
        #expect(try await hers.open("/invitations/\(old.text)").status == .notFound)

        let token = try #require(again.html.firstMatch(of: #/gh_i_[A-Za-z0-9_-]{64}/#)).0
        _ = try await hers.send(
            "/invitations/\(token)",
            on: "/invitations/\(token)",
            ["name": "", "password": TestTenant.password]
        )
        let page = try await browser.open(path)
        #expect(page.form("\(path)/invitation") == nil)
        let form = FormTokens(key: site.services.formKey)
        let rejected = try await browser.post(
            "\(path)/invitation",
            hidden: [("csrf", form.token(for: "\(path)/invitation", holder: try #require(browser.cookies["gh"])))]
        )
        #expect(rejected.status == .unprocessableContent)
        #expect(rejected.html.contains("already accepted an invitation"))
    }

    @Test func `a changed name and mail are saved, and a taken mail comes back`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/users/\(sue.id)"

        let saved = try await browser.send(
            "\(path)/profile",
            on: "\(path)/edit",
            ["name": "Susan", "email": "susan@acme.example"]
        )
        let taken = try await browser.send(
            "\(path)/profile",
            on: "\(path)/edit",
            ["name": "Susanna", "email": "ada@acme.example"]
        )
        let wrong = try await browser.send(
            "\(path)/profile",
            on: "\(path)/edit",
            ["name": "Susanna", "email": "susan@"]
        )

        #expect(saved.status == .seeOther)
        #expect(saved.location == path)
        #expect(taken.status == .conflict)
        #expect(wrong.status == .unprocessableContent)
        for page in [taken, wrong] { #expect(page.html.contains("value=\"Susanna\"")) }
        #expect(try await browser.open(path).html.contains("susan@acme.example"))
    }
}
