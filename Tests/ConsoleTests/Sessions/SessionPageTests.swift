import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct SessionPageTests {
    private func crowd(_ site: ConsoleSite) async throws -> [String: SignedIn] {
        var all: [String: SignedIn] = [:]
        for (name, version, model) in [
            ("Sue", "2.4.0", "iPhone16,1"), ("Tim", "2.4.0", "iPad13,4"), ("Una", "2.3.0", "iPhone16,1"),
        ] {
            let user = try await site.acme.add(name, role: .driver)
            all[name] = try await site.acme.signIn(
                user,
                device: Device(model: model, osVersion: "18.2", appVersion: version)
            )
        }
        return all
    }

    private func names(_ page: ConsolePage) -> [String] {
        page.html.matches(of: #/<a href="\/t\/acme\/users\/[0-9a-f-]{36}">(?<name>[^<]*)<\/a>/#).map { String($0.name) }
            .sorted()
    }

    @Test(arguments: [
        ("app_version=2.4.0", ["Sue", "Tim"]), ("device_model=iPhone16%2C1", ["Sue", "Una"]),
        ("user=tim%40acme.example", ["Tim"]),
        ("user=una", ["Una"]), ("kind=console", ["Ada"]), ("role=admin", ["Ada"]),
        ("os_version=18.2&app_version=2.3.0", ["Una"]),
        ("seen_before=2020-01-01T00%3A00", []), ("seen_after=2026-11-21T08%3A00Z", ["Ada", "Sue", "Tim", "Una"]),
        ("life=ended", []),
    ])
    func `filters leave only what fits`(query: String, expected: [String]) async throws {
        let site = try await ConsoleSite()
        _ = try await crowd(site)
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/sessions?\(query)")

        #expect(page.status == .ok)
        #expect(names(page) == expected)
    }

    @Test(arguments: [
        ("user=nobody", "No user matches."), ("user=acme.example", "Several people match."),
        ("seen_after=yesterday", "Enter a date and time"), ("life=long", "Choose one of"),
        ("kind=a&kind=b", "Send this once."),
    ])
    func `an invalid filter is shown again with its problem`(query: String, sentence: String) async throws {
        let site = try await ConsoleSite()
        _ = try await crowd(site)
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/sessions?\(query)")

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains(sentence))
        #expect(names(page) == [])
    }

    @Test func `all that match end, after a page that says how many and names some`() async throws {
        let site = try await ConsoleSite()
        let all = try await crowd(site)
        var browser = try await site.browser(of: site.vic)

        let list = try await browser.open("/t/acme/sessions?app_version=2.4.0")
        #expect(list.html.contains("href=\"/t/acme/sessions/ending?app_version=2.4.0\""))
        let question = try await browser.open("/t/acme/sessions/ending?app_version=2.4.0")
        #expect(question.html.contains("End 2 sessions?"))
        #expect(question.html.contains("Sue"))
        #expect(!question.html.contains("Una"))
        for signedIn in all.values {
            #expect(try await site.services.authenticator.session(signedIn.token.text, in: site.acme.tenant.id) != nil)
        }
        let answer = try await browser.send("/t/acme/sessions/ending", on: question)

        #expect(answer.status == .seeOther)
        #expect(answer.location == "/t/acme/sessions?app_version=2.4.0")
        for (name, signedIn) in all {
            let record = try await site.services.authenticator.session(signedIn.token.text, in: site.acme.tenant.id)
            #expect((record != nil) == (name == "Una"), "\(name)")
        }
        #expect(try await site.audit().first?.action == .sessionsEnded)
    }

    @Test func `ending everyone leaves out the session that asks, and says so`() async throws {
        let site = try await ConsoleSite()
        let all = try await crowd(site)
        var admin = try await site.browser(of: site.ada)
        var browser = try await site.browser(of: site.vic)

        let question = try await browser.open("/t/acme/sessions/ending")
        let answer = try await browser.send("/t/acme/sessions/ending", on: question)
        let list = try await browser.open(try #require(answer.location))

        #expect(question.html.contains("End 3 sessions?"))
        #expect(question.html.contains("Your own session matches too, and stays."))
        for name in ["Ada", "Vic"] { #expect(!question.html.contains("<span>\(name)<span class=\"sub\">"), "\(name)") }
        #expect(list.status == .ok)
        #expect(list.html.contains("Your own session stays."))
        #expect(names(list) == ["Ada", "Vic"])
        #expect(try await admin.open("/t/acme/sessions").status == .ok)
        for signedIn in all.values {
            #expect(try await site.services.authenticator.session(signedIn.token.text, in: site.acme.tenant.id) == nil)
        }
        let entry = try #require(try await site.audit().first)
        #expect(entry.changes.map(\.after) == ["3", "life=alive except=own"])
    }

    @Test(arguments: ["app_verison=2.4.0", "limit=1", "kind=any"])
    func `a mistyped filter is no question about all sessions`(query: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.vic)

        let answer = try await browser.open("/t/acme/sessions/ending?\(query)")

        #expect(answer.status == .unprocessableContent && answer.form("/t/acme/sessions/ending") == nil)
    }

    @Test func `a filter for sessions that have ended ends none`() async throws {
        let site = try await ConsoleSite()
        let all = try await crowd(site)
        var browser = try await site.browser(of: site.vic)

        let question = try await browser.open("/t/acme/sessions/ending?life=ended")
        _ = try await browser.send("/t/acme/sessions/ending", on: question)

        #expect(question.html.contains("No matching sessions"))
        for signedIn in all.values {
            #expect(try await site.services.authenticator.session(signedIn.token.text, in: site.acme.tenant.id) != nil)
        }
    }

    @Test func `all sessions of a user of a higher rank stay, and the attempt is audited once`() async throws {
        let site = try await ConsoleSite()
        var admin = try await site.browser(of: site.ada)
        var browser = try await site.browser(of: site.vic)
        let path = "/t/acme/users/\(site.ada.id)/sessions/ending"
        let question = try await browser.open(path)

        let answer = try await browser.send(path, on: question)

        #expect(!question.html.contains("button--danger-filled") && question.html.contains("level is above yours"))
        #expect(answer.status == .forbidden && answer.html.contains("role=\"alert\""))
        #expect(try await admin.open("/t/acme/sessions").status == .ok)
        #expect(try await site.audit().count { $0.action == .denied } == 1)
    }

    /// Without the filter that is invalid, the question would be about more sessions than the one that was asked.
    @Test func `an invalid filter ends nothing, and is no question about more sessions`() async throws {
        let site = try await ConsoleSite()
        let all = try await crowd(site)
        var browser = try await site.browser(of: site.vic)
        let question = try await browser.open("/t/acme/sessions/ending?app_version=2.4.0")

        let answer = try await browser.send("/t/acme/sessions/ending", on: question, ["kind": "any kind"])

        #expect(answer.status == .unprocessableContent)
        #expect(answer.form("/t/acme/sessions/ending") == nil)
        for signedIn in all.values {
            #expect(try await site.services.authenticator.session(signedIn.token.text, in: site.acme.tenant.id) != nil)
        }
    }

    @Test func `where only one's own session matches there is nothing to end`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let question = try await browser.open("/t/acme/sessions/ending?kind=console")

        #expect(question.html.contains("Only your own session matches."))
        #expect(!question.html.contains("button--danger-filled"))
    }

    @Test func `sessions of users of a higher rank are kept`() async throws {
        let site = try await ConsoleSite()
        var admin = try await site.browser(of: site.ada)
        var browser = try await site.browser(of: site.vic)

        let question = try await browser.open("/t/acme/sessions/ending?role=admin")
        #expect(question.html.contains("No matching sessions"))
        #expect(!question.html.contains("End no sessions"))
        _ = try await browser.send("/t/acme/sessions/ending", on: question)

        #expect(try await admin.open("/t/acme/sessions").status == .ok)
    }

    @Test func `one session ends, and the list comes back as it was`() async throws {
        let site = try await ConsoleSite()
        let all = try await crowd(site)
        var browser = try await site.browser(of: site.vic)
        let sue = try #require(all["Sue"])

        let list = try await browser.open("/t/acme/sessions?app_version=2.4.0")
        let form = try #require(list.forms.first { $0.action.contains(sue.session.id.description) })
        let answer = try await browser.post(form.action, hidden: form.hidden)

        #expect(answer.location == "/t/acme/sessions?app_version=2.4.0")
        #expect(try await names(browser.open("/t/acme/sessions?app_version=2.4.0")) == ["Tim"])
    }

    @Test(arguments: ["https%3A%2F%2Fevil.example%2F", "%2F%2Fevil.example", "%2Ft%2F%5Cevil", "javascript%3Aalert(1)"])
    func `the way back leads nowhere else`(to: String) async throws {
        let site = try await ConsoleSite()
        let all = try await crowd(site)
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/sessions/\(try #require(all["Sue"]).session.id)/ending"
        let token = FormTokens(key: site.services.formKey).token(
            for: path,
            holder: try #require(browser.cookies["gh"])
        )

        let answer = try await browser.post("\(path)?to=\(to)", hidden: [("csrf", token)])

        #expect(answer.location == "/t/acme/sessions")
    }

    @Test func `another tenant's session is not found`() async throws {
        let site = try await ConsoleSite()
        let theirs = try await site.globex.signIn(try await site.globex.add("Hank"))
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/sessions/\(theirs.session.id)/ending"
        let token = FormTokens(key: site.services.formKey).token(
            for: path,
            holder: try #require(browser.cookies["gh"])
        )

        #expect(try await browser.post(path, hidden: [("csrf", token)]).status == .notFound)
        #expect(try await !browser.open("/t/acme/sessions?life=any").html.contains("Hank"))
        #expect(try await site.services.authenticator.session(theirs.token.text, in: site.globex.tenant.id) != nil)
    }
}
