import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct UserPageTests {
    @Test func `one page shows a user's data, sessions and activity`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue Storm", role: .driver)
        let signedIn = try await site.acme.signIn(
            sue,
            device: Device(name: "Sue’s iPhone", osVersion: "18.2", appVersion: "2.4.0")
        )
        try await site.acme.deliver([site.acme.event(1, user: sue.id.description)])
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/users/\(sue.id)")

        for text in [
            "Sue Storm is signed in on 1 device,", "sue.storm@acme.example", sue.id.description, "Sue’s iPhone",
            "203.0.113.7", "2.4.0",
            "Save session", "keychain.locked · client", "User created", "by Gatehouse",
            "<option value=\"driver\" selected>",
        ] {
            #expect(page.html.contains(text), "\(text)")
        }
        for secret in [signedIn.token.text, TestTenant.password, "scrypt"] { #expect(!page.html.contains(secret)) }
    }

    @Test func `a user's events lead to their attempts`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        let trace = try #require(TraceID("0af7651916cd43dd8448eb211c80319c"))
        var event = site.acme.event(1, user: sue.id.description)
        event.content.attempt = trace
        try await site.acme.deliver([event])
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/users/\(sue.id)")
        let attempts = try await browser.open("/t/acme/attempts?user=\(sue.id)")

        #expect(page.html.contains("href=\"/t/acme/attempts/\(trace)\""))
        #expect(page.html.contains("href=\"/t/acme/attempts?user=\(sue.id)\""))
        #expect(attempts.html.contains("href=\"/t/acme/attempts/\(trace)\""))
    }

    @Test func `a read-only member is offered no changes`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        var browser = try await site.browser(of: site.vic)
        let path = "/t/acme/users/\(sue.id)"

        let page = try await browser.open(path)

        for action in ["role", "enabling", "invitation"] { #expect(page.form("\(path)/\(action)") == nil) }
        for link in ["edit", "disabling", "deletion"] { #expect(!page.html.contains("\(path)/\(link)")) }
    }

    @Test(arguments: ["edit", "disabling", "deletion"])
    func `a member without the permission gets a denial, and the attempt is audited`(page: String) async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        var browser = try await site.browser(of: site.vic)
        let action = "/t/acme/users/\(sue.id)/" + (page == "edit" ? "profile" : page)
        let token = FormTokens(key: site.services.formKey).token(
            for: action,
            holder: try #require(browser.cookies["gh"])
        )

        #expect(try await browser.open("/t/acme/users/\(sue.id)/\(page)").status == .forbidden)
        let answer = try await browser.post(action, hidden: [("csrf", token)], ["name": "Mallory"])

        #expect(answer.status == .forbidden)
        #expect(try await site.audit().first?.action == .denied)
        #expect(
            try await site.services.users.user(sue.id, grant: site.acme.system.grant()).summary.user.state == .active
        )
    }

    @Test func `a role is assigned and takes effect immediately`() async throws {
        let site = try await ConsoleSite()
        var hers = try await site.browser(of: site.vic)
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/users/\(site.vic.id)"
        #expect(try await hers.open("/t/acme/users").status == .ok)

        let answer = try await browser.send("\(path)/role", on: path, ["role": "customer"])

        #expect(answer.status == .seeOther)
        #expect(try await browser.open(path).html.contains("Role changed."))
        #expect(try await hers.open("/t/acme/users").status == .seeOther)
    }

    @Test(arguments: [("emperor", HTTPResponse.Status.unprocessableContent), ("", .unprocessableContent)])
    func `a role that is not there changes nothing`(role: String, status: HTTPResponse.Status) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/users/\(site.vic.id)"

        let answer = try await browser.send("\(path)/role", on: path, ["role": role])

        #expect(answer.status == status)
        #expect(answer.html.contains("The role was not changed."))
        #expect(answer.html.contains("<option value=\"on_call\" selected>"))
    }

    @Test func `the last administrator stays one`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()
        let path = "/t/acme/users/\(site.ada.id)"

        let demoted = try await browser.send("\(path)/role", on: path, ["role": "customer"])
        let disabled = try await browser.send("\(path)/disabling", on: "\(path)/disabling")
        let deleted = try await browser.send("\(path)/deletion", on: "\(path)/deletion")

        for answer in [demoted, disabled, deleted] {
            #expect(answer.status == .conflict)
            #expect(answer.html.contains("This is the last administrator"))
        }
        #expect(
            try await site.services.users.user(site.ada.id, grant: site.acme.system.grant()).summary.user.state
                == .active
        )
    }

    @Test func `members are not offered to remove themselves`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/users/\(site.ada.id)")

        #expect(!page.html.contains("/disabling"))
        #expect(!page.html.contains("/deletion"))
        #expect(page.html.contains("This session"))
    }

    @Test func `disabling asks first, then ends every session and refuses new ones`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        let token = try await site.acme.signIn(sue).token.text
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/users/\(sue.id)"

        let question = try await browser.open("\(path)/disabling")
        #expect(question.html.contains("Disable Sue?"))
        #expect(question.html.contains("This ends their 1 active session with the next request."))
        #expect(try await site.services.authenticator.session(token, in: site.acme.tenant.id) != nil)
        let answer = try await browser.send("\(path)/disabling", on: question)

        #expect(answer.location == path)
        #expect(try await site.services.authenticator.session(token, in: site.acme.tenant.id) == nil)
        await #expect(throws: AuthFailure.userDisabled) { try await site.acme.signIn(sue) }

        let page = try await browser.open(path)
        #expect(page.html.contains("Sue cannot sign in:"))
        #expect(try await browser.send("\(path)/enabling", on: page).status == .seeOther)
        _ = try await site.acme.signIn(sue)
    }

    @Test func `deleting asks first, and then the person is not found`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/users/\(sue.id)"

        let answer = try await browser.send("\(path)/deletion", on: "\(path)/deletion")

        #expect(answer.location == "/t/acme/users")
        #expect(try await browser.open("/t/acme/users").html.contains("User deleted"))
        #expect(try await browser.open(path).status == .notFound)
    }

    @Test func `deleting events asks first, and leads back to the user`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        try await site.acme.deliver([site.acme.event(1, user: sue.id.description), site.acme.event(2)])
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/users/\(sue.id)"
        let question = "\(path)/events/deletion"

        #expect(try await browser.open(path).html.contains("href=\"\(question)\""))
        let asked = try await browser.open(question)
        #expect(asked.html.contains("Delete the events of Sue?"))
        let answer = try await browser.send(question, on: asked)

        #expect(answer.location == path)
        #expect(try await browser.open(path).html.contains("Events deleted."))
        #expect(try await !browser.open("/t/acme/events").html.contains(sue.id.description))
    }

    @Test func `the own events are kept`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let question = "/t/acme/users/\(site.ada.id)/events/deletion"

        let asked = try await browser.open(question)

        #expect(asked.html.contains("You can’t do this to your own account"), "\(asked.html)")
        #expect(try await !browser.open("/t/acme/users/\(site.ada.id)").html.contains(question))
    }

    @Test func `sessions end one by one or all at once`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        let first = try await site.acme.signIn(sue)
        let second = try await site.acme.signIn(sue)
        let third = try await site.acme.signIn(sue)
        var browser = try await site.browser(of: site.vic)
        let path = "/t/acme/users/\(sue.id)"
        func isAlive(_ signedIn: SignedIn) async throws -> Bool {
            try await site.services.authenticator.session(signedIn.token.text, in: site.acme.tenant.id) != nil
        }

        let one = try await browser.send("\(path)/sessions/\(first.session.id)/ending", on: path)
        #expect(one.location == path)
        #expect(try await !isAlive(first))
        #expect(try await isAlive(second))

        let question = try await browser.open("\(path)/sessions/ending")
        #expect(question.html.contains("This ends their 2 active sessions"))
        #expect(try await browser.send("\(path)/sessions/ending", on: question).location == path)
        #expect(try await !isAlive(second))
        #expect(try await !isAlive(third))
    }

    @Test func `on one's own page the session that asks stays`() async throws {
        let site = try await ConsoleSite()
        let app = try await site.acme.signIn(site.ada)
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/users/\(site.ada.id)"

        let page = try await browser.open(path)
        let question = try await browser.open("\(path)/sessions/ending")
        let answer = try await browser.send("\(path)/sessions/ending", on: question)
        let after = try await browser.open(path)

        #expect(page.html.contains(">End all other sessions</a>"))
        #expect(question.html.contains("This ends 1 active session with the next request"))
        #expect(question.html.contains("Your current session stays."))
        #expect(answer.status == .seeOther)
        #expect(after.status == .ok)
        #expect(after.html.contains("Your own session stays."))
        #expect(!after.html.contains(">End all other sessions</a>"))
        #expect(try await site.services.authenticator.session(app.token.text, in: site.acme.tenant.id) == nil)
    }

    @Test func `another person's session is not found on this page`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        let tim = try await site.acme.add("Tim")
        let theirs = try await site.acme.signIn(tim)
        var browser = try await site.browser(of: site.ada)
        let action = "/t/acme/users/\(sue.id)/sessions/\(theirs.session.id)/ending"
        let token = FormTokens(key: site.services.formKey).token(
            for: action,
            holder: try #require(browser.cookies["gh"])
        )

        #expect(try await browser.post(action, hidden: [("csrf", token)]).status == .notFound)
        #expect(try await site.services.authenticator.session(theirs.token.text, in: site.acme.tenant.id) != nil)
    }

    @Test func `users of another tenant and unknown users are not found`() async throws {
        let site = try await ConsoleSite()
        let foreign = try await site.globex.add("Hank")
        let session = try await site.globex.signIn(foreign)
        var browser = try await site.browser(of: site.ada)
        let holder = try #require(browser.cookies["gh"])
        let unknown = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"

        for id in [foreign.id.description, unknown, "not-an-id"] {
            for page in ["", "/edit", "/disabling", "/deletion", "/sessions/ending"] {
                let answer = try await browser.open("/t/acme/users/\(id)\(page)")
                #expect(answer.status == .notFound, "\(page)")
                #expect(!answer.html.contains("Hank"))
            }
            for action in [
                "profile", "role", "invitation", "enabling", "disabling", "deletion", "sessions/ending",
                "sessions/\(session.session.id)/ending",
            ] {
                let path = "/t/acme/users/\(id)/\(action)"
                let token = FormTokens(key: site.services.formKey).token(for: path, holder: holder)
                let fields: KeyValuePairs =
                    action == "role" ? ["role": "driver"] : action == "profile" ? ["name": "X", "email": ""] : [:]
                #expect(
                    try await browser.post(path, hidden: [("csrf", token)], fields).status == .notFound,
                    "\(action)"
                )
            }
        }
        #expect(try await site.services.authenticator.session(session.token.text, in: site.globex.tenant.id) != nil)
    }
}
