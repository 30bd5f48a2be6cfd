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

@Suite struct SettingsPageTests {
    private static let signIn: KeyValuePairs<String, String> = [
        "methods": "password", "methods": "anonymous", "sign_up": "invited", "confirm_email": "on", "dialect": "gotrue",
    ]

    private func settings(_ site: ConsoleSite) async throws -> VersionedSettings {
        try await site.services.settings.settings(grant: site.acme.system.grant())
    }

    private func change(_ site: ConsoleSite, _ edit: @escaping @Sendable (inout TenantSettings) -> Void) async throws {
        _ = try await site.services.settings.change(expecting: nil, grant: site.acme.system.grant(), edit: edit)
    }

    @Test func `what is ticked is saved, and audited`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send("/t/acme/settings", on: "/t/acme/settings", Self.signIn)

        let saved = try await settings(site)
        #expect(answer.location == "/t/acme/settings")
        #expect(saved.version == 1)
        #expect(saved.settings.methods == [.password, .anonymous])
        #expect(saved.settings.signUp == .invited)
        #expect(saved.settings.confirmsEmail)
        #expect(saved.settings.dialect == .gotrue)
        #expect(
            try await site.audit().contains { $0.action == .tenantSettingsChanged && $0.actor == .user(site.ada.id) }
        )
        let page = try await browser.open("/t/acme/settings")
        #expect(page.html.contains("value=\"invited\" checked"))
        #expect(page.html.contains("Only invited people can sign up."))
    }

    @Test func `where links lead back to is written one address a line`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        func fields(_ addresses: String) -> KeyValuePairs<String, String> {
            [
                "methods": "password", "sign_up": "open", "dialect": "both", "secure_password_change": "on",
                "redirect_urls": addresses,
            ]
        }

        let saved = try await browser.send(
            "/t/acme/settings",
            on: "/t/acme/settings",
            fields("https://app.acme.example/*\r\n\r\n  coachme://auth-callback ")
        )
        let after = try await settings(site).settings
        let rejected = try await browser.send("/t/acme/settings", on: "/t/acme/settings", fields("javascript:alert(1)"))

        #expect(saved.location == "/t/acme/settings", "\(saved.html)")
        #expect(after.redirects.map(\.description) == ["https://app.acme.example/*", "coachme://auth-callback"])
        #expect(after.securesPasswordChange)
        #expect(rejected.status == .unprocessableContent && rejected.html.contains("Use full URLs"))
        #expect(rejected.html.contains("javascript:alert(1)</textarea>"))
        #expect(try await settings(site).settings.redirects == after.redirects)
    }

    @Test func `spans are typed with a unit`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send(
            "/t/acme/settings/sessions",
            on: "/t/acme/settings/sessions",
            [
                "idle": "12", "idle_unit": "hours", "absolute": "7", "absolute_unit": "days", "access_token": "5",
                "access_token_unit": "minutes", "sessions_per_person": "3", "session_limit_action": "refuse",
            ]
        )

        let saved = try await settings(site).settings
        #expect(answer.location == "/t/acme/settings/sessions")
        #expect(saved.sessions == SessionLifetimes(idle: .hours(12), absolute: .days(7)))
        #expect(saved.accessTokenLifetime == .minutes(5))
        #expect(saved.sessionsPerUser == 3 && saved.sessionLimitAction == .reject)
        #expect(
            try await browser.open("/t/acme/settings/sessions").html.contains(
                "after 12 hours of inactivity, and 7 days after sign-in at the latest"
            )
        )
    }

    @Test(
        arguments: [
            ("", ["sign_up": "open", "dialect": "both"], "Leave at least one sign-in method on."),
            ("", ["methods": "apple", "sign_up": "open", "dialect": "both"], "Set up Sign in with Apple first"),
            ("", ["methods": "telepathy", "sign_up": "open", "dialect": "both"], "Choose one of"),
            (
                "", ["methods": "password", "anonymous": "on", "sign_up": "open", "dialect": "both"],
                "Turn one of them off"
            ),
            ("", ["methods": "password", "sign_up": "some", "dialect": "both"], "Choose one of"),
            (
                "", ["methods": "password", "sign_up": "open", "dialect": "both", "extra": "1"],
                "This field is not known."
            ),
            ("/sessions", spans("4", "minutes"), "Choose from 5 minutes to 365 days."),
            ("/sessions", spans("99999999999999999999", "days"), "whole number"),
            ("/sessions", spans("63072000", "days"), "Choose from 5 minutes to 365 days."),
            ("/sessions", spans("", "days"), "Required."),
            ("/sessions", spans("181", "days"), "This can’t be longer than the maximum session length."),
            ("/sessions", spans("3", "moons"), "Choose one of"),
            ("/sessions", spans("30", "days", limitAction: "perhaps"), "Choose one of: refuse, end_oldest."),
        ] as [(String, KeyValuePairs<String, String>, String)]
    )
    func `a mistake is shown beside its field, and nothing is saved`(
        path: String,
        fields: KeyValuePairs<String, String>,
        sentence: String
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send("/t/acme/settings\(path)", on: "/t/acme/settings\(path)", fields)

        #expect(answer.status == .unprocessableContent)
        #expect(answer.html.contains(sentence))
        for (name, value) in fields where name == "idle" { #expect(answer.html.contains("value=\"\(value)\"")) }
        #expect(try await settings(site).version == 0)
    }

    private static func spans(
        _ idle: String,
        _ unit: String,
        limitAction: String = "end_oldest"
    ) -> KeyValuePairs<String, String> {
        [
            "idle": idle, "idle_unit": unit, "absolute": "180", "absolute_unit": "days", "access_token": "10",
            "access_token_unit": "minutes", "sessions_per_person": "20", "session_limit_action": limitAction,
        ]
    }

    @Test func `a concurrent change of the settings is reported, and the typed values are kept`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open("/t/acme/settings")
        try await change(site) { $0.signUp = .closed }

        let rejected = try await browser.send("/t/acme/settings", on: page, Self.signIn)
        let untouched = try await settings(site)
        let again = try await browser.send("/t/acme/settings", on: rejected, Self.signIn)

        #expect(rejected.status == .conflict)
        #expect(rejected.html.contains("Someone else changed the settings"))
        #expect(rejected.html.contains("now “Closed”, and “By invitation” in your form"))
        #expect(rejected.html.contains("value=\"invited\" checked"))
        #expect(untouched.settings.signUp == .closed)
        #expect(again.status == .seeOther)
        #expect(try await settings(site).settings.signUp == .invited)
    }

    @Test func `a form with a mistake does not hide what someone else changed`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open("/t/acme/settings")
        try await change(site) { $0.signUp = .closed }

        let wrong = try await browser.send("/t/acme/settings", on: page, ["sign_up": "everyone"])
        let corrected = try await browser.send("/t/acme/settings", on: wrong, Self.signIn)

        #expect(wrong.status == .unprocessableContent && corrected.status == .conflict)
        #expect(try await settings(site).settings.signUp == .closed)
    }

    @Test(arguments: [
        ("/t/acme/settings/texts", ["code": "a", "language": "French"], ["code": "a", "language": "fr", "text": "x"]),
        ("/t/acme/settings/language", ["tenant_language": "French"], ["tenant_language": "fr"]),
    ])
    func `a form of a list with a mistake does not hide what someone else changed`(
        action: String,
        mistake: [String: String],
        correct: [String: String]
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/settings/texts"
        let page = try await browser.open(path)
        try await change(site) { $0.signUp = .closed }

        let wrong = try await browser.post(action, hidden: try hidden(page, action) + mistake.map { ($0, $1) })
        let corrected = try await browser.post(action, hidden: try hidden(wrong, action) + correct.map { ($0, $1) })
        let again = try await browser.post(action, hidden: try hidden(corrected, action) + correct.map { ($0, $1) })

        #expect(wrong.status == .unprocessableContent && corrected.status == .conflict)
        #expect(again.location == path)
    }

    private func hidden(_ page: ConsolePage, _ action: String) throws -> [(String, String)] {
        try #require(page.form(action)).hidden
    }

    @Test func `a text is put in, changed and taken out again`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/settings/texts"

        let added = try await browser.send(
            path,
            on: path,
            ["code": "password.wrong", "language": "fr", "text": "Ce n’est pas\r\njuste."]
        )
        let list = try await browser.open(path)
        let edit = try await browser.open("\(path)?code=password.wrong&language=fr")
        _ = try await browser.send(path, on: edit, ["code": "password.wrong", "language": "fr", "text": "Non."])
        let changed = try await settings(site).settings.texts
        let removed = try await browser.send("\(path)/removal", on: path)

        #expect(added.location == path)
        #expect(list.html.contains("password.wrong"))
        #expect(edit.html.contains(">Ce n’est pas\njuste.</textarea>"))
        #expect(changed.map(\.text) == ["Non."])
        #expect(removed.location == path)
        #expect(try await settings(site).settings.texts.isEmpty)
    }

    @Test(
        arguments: [
            (["code": "", "language": "fr", "text": "x"], "Required."),
            (["code": "a", "language": "French", "text": "x"], "Enter a language like fr or fr-CA."),
            (["code": "a", "language": "fr", "text": ""], "Required."),
            (
                ["code": "a", "language": "fr", "text": "</textarea><script>alert(1)</script>", "other": "1"],
                "This field is not known."
            ),
        ] as [(KeyValuePairs<String, String>, String)]
    )
    func `a text that cannot be is asked for again`(
        fields: KeyValuePairs<String, String>,
        sentence: String
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send("/t/acme/settings/texts", on: "/t/acme/settings/texts", fields)

        #expect(answer.status == .unprocessableContent)
        #expect(answer.html.contains(sentence))
        #expect(!answer.html.contains("<script>alert"))
        #expect(try await settings(site).version == 0)
    }

    @Test(
        arguments: [
            ("text", "gold", .text("gold")), ("number", "-3", .integer(-3)), ("truth", "true", .bool(true)),
            ("after", "7 days", .after(.days(7))), ("after", "1 hour", .after(.hours(1))),
        ] as [(String, String, DefaultAttribute.Value)]
    )
    func `new users begin with an attribute of each kind`(
        kind: String,
        value: String,
        meant: DefaultAttribute.Value
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/settings/new-people"

        let answer = try await browser.send(path, on: path, ["name": "trial", "kind": kind, "value": value])
        let edit = try await browser.open("\(path)?name=trial")

        #expect(answer.location == path)
        #expect(try await settings(site).settings.defaultAttributes == [DefaultAttribute(name: "trial", value: meant)])
        #expect(edit.html.contains("value=\"\(value)\""))
    }

    @Test(
        arguments: [
            ("number", "3.5"), ("number", "99999999999999999999"), ("truth", "yes"), ("after", "soon"),
            ("after", "-1 days"),
            ("after", "9223372036854775807 days"), ("after", ""),
        ])
    func `a value that is not of its kind is asked for again`(kind: String, value: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/settings/new-people"

        let answer = try await browser.send(path, on: path, ["name": "trial", "kind": kind, "value": value])

        #expect(answer.status == .unprocessableContent)
        #expect(answer.html.contains("value=\"trial\""))
        #expect(try await settings(site).version == 0)
    }

    @Test func `names that Gatehouse writes itself are refused`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let path = "/t/acme/settings/new-people"

        let answer = try await browser.send(path, on: path, ["name": "provider", "kind": "text", "value": "x"])

        #expect(answer.status == .unprocessableContent)
        #expect(answer.html.contains("Choose another name."))
    }

    @Test func `the language of texts is changed by itself`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let wrong = try await browser.send(
            "/t/acme/settings/language",
            on: "/t/acme/settings/texts",
            ["tenant_language": "FR"]
        )
        let answer = try await browser.send(
            "/t/acme/settings/language",
            on: "/t/acme/settings/texts",
            ["tenant_language": "fr"]
        )

        #expect(wrong.status == .unprocessableContent)
        #expect(answer.location == "/t/acme/settings/texts")
        #expect(try await settings(site).settings.language.description == "fr")
    }

    @Test func `a read-only member sees the settings as text, without a form`() async throws {
        let site = try await ConsoleSite()
        _ = try await site.services.roles.create(
            name: "reader",
            .init(title: "Reader", rank: 20, permissions: ["console.enter", "settings.read"]),
            grant: site.acme.system.grant()
        )
        let rae = try await site.acme.add("Rae", role: #require(Role.Name("reader")))
        var browser = try await site.browser(of: rae)
        let page = try await browser.open("/t/acme/settings")
        let token = site.console.tokens.token(for: "/t/acme/settings", holder: try #require(browser.cookies["gh"]))

        let answer = try await browser.post(
            "/t/acme/settings",
            hidden: [("csrf", token), ("version", "0")],
            Self.signIn
        )

        #expect(page.html.contains("Email and password"))
        for path in ["", "/sessions", "/texts", "/new-people"] {
            #expect(try await browser.open("/t/acme/settings\(path)").form("/t/acme/settings\(path)") == nil)
        }
        #expect(answer.status == .forbidden)
        #expect(try await settings(site).version == 0)
        #expect(try await site.audit().contains { $0.action == .denied })
    }

    @Test func `on-call members have no access and no link to the settings`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.vic)

        #expect(try await !browser.open("/t/acme/sessions").html.contains("/t/acme/settings"))
        #expect(try await browser.open("/t/acme/settings").status == .forbidden)
    }
}
