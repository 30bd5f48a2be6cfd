import AppleID
import Crypto
import Domain
import FakeApple
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct AppleSettingsPageTests {
    private static let page = "/t/acme/settings/apple"
    private let key = P256.Signing.PrivateKey().pemRepresentation

    private func stored(_ site: ConsoleSite) async throws -> AppleSettings? {
        try await site.services.apple.settings(grant: site.acme.system.grant())
    }

    private func connect(
        _ browser: inout ConsoleBrowser,
        team: String = "7F4XK2QW9B",
        key: String,
        ids: String = "com.example.app"
    ) async throws -> ConsolePage {
        try await browser.send(
            Self.page,
            on: Self.page,
            ["team_id": team, "key_id": "8K2LM4NP6Q", "private_key": key, "client_ids": ids]
        )
    }

    @Test func `the private key is stored and never shown again`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await connect(
            &browser,
            key: key.replacing("\n", with: "\r\n"),
            ids: "com.example.app\r\ncom.example.web, com.example.mac"
        )
        let page = try await browser.open(Self.page)

        #expect(answer.location == Self.page)
        #expect(try await stored(site)?.clientIDs == ["com.example.app", "com.example.web", "com.example.mac"])
        #expect(page.html.contains("7F4XK2QW9B"))
        #expect(page.html.contains("A key is stored."))
        #expect(!page.html.contains("PRIVATE KEY-----"))
        #expect(try await site.audit().contains { $0.action == .appleSettingsChanged })
    }

    @Test func `without a new key the one that is there stays`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        _ = try await connect(&browser, key: key)
        let before = try await stored(site)

        let answer = try await connect(&browser, key: "", ids: "com.example.other")

        #expect(answer.location == Self.page)
        #expect(try await stored(site)?.keyFingerprint == before?.keyFingerprint)
        #expect(try await stored(site)?.clientIDs == ["com.example.other"])
    }

    @Test func `problems are shown beside their fields, and the private key is not sent back`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let wrong = try await connect(
            &browser,
            team: "short<script>",
            key: "-----BEGIN PRIVATE KEY-----\nnonsense",
            ids: "bad id!"
        )
        let missing = try await connect(&browser, key: "")

        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.html.contains("10 capital letters and digits"))
        #expect(wrong.html.contains("P-256 private key"))
        #expect(wrong.html.contains("Use IDs like com.example.app"))
        #expect(wrong.html.contains("value=\"short&lt;script&gt;\""))
        #expect(!wrong.html.contains("nonsense"))
        #expect(missing.status == .unprocessableContent)
        #expect(try await stored(site) == nil)
    }

    @Test func `a concurrent connection of an app is reported`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open(Self.page)
        _ = try await connect(&browser, key: key)

        let answer = try await browser.send(
            Self.page,
            on: page,
            ["team_id": "AAAAAAAAAA", "key_id": "BBBBBBBBBB", "private_key": key, "client_ids": "com.example.late"]
        )

        #expect(answer.status == .conflict)
        #expect(answer.html.contains("com.example.late"))
        #expect(try await stored(site)?.teamID == "7F4XK2QW9B")
    }

    @Test func `another key takes a recent password`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let old = try await browser.open(Self.page)
        site.installation.clock.advance(by: .minutes(11))

        let page = try await browser.open(Self.page)
        let answer = try await browser.send(
            Self.page,
            on: old,
            ["team_id": "7F4XK2QW9B", "key_id": "8K2LM4NP6Q", "private_key": key, "client_ids": "com.example.app"]
        )

        #expect(page.form(Self.page) == nil)
        #expect(page.html.contains("href=\"/proof?to=%2Ft%2Facme%2Fsettings%2Fapple\""))
        #expect(answer.location == "/proof?to=%2Ft%2Facme%2Fsettings%2Fapple")
        #expect(try await stored(site) == nil)
    }

    @Test func `the rules are saved by themselves`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send(
            "\(Self.page)/rules",
            on: Self.page,
            ["require_nonce": "on", "apple_account_deleted": "delete"]
        )

        let settings = try await site.services.settings.settings(grant: site.acme.system.grant()).settings
        #expect(answer.location == Self.page)
        #expect(settings.requiresNonce)
        #expect(!settings.revokesAtAppleEverywhere)
        #expect(settings.appleDeletion == .delete)
    }

    @Test func `a concurrent change of the rules is reported, with the difference`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open(Self.page)
        _ = try await site.services.settings.change(expecting: nil, grant: site.acme.system.grant()) {
            $0.appleDeletion = .delete
        }

        let late = try await browser.send("\(Self.page)/rules", on: page, ["apple_account_deleted": "keep"])

        #expect(late.status == .conflict && late.html.contains("<a href=\"#field-apple_account_deleted\">"))
        let settings = try await site.services.settings.settings(grant: site.acme.system.grant()).settings
        #expect(settings.appleDeletion == .delete)
    }

    @Test func `a form with a mistake does not hide that someone else changed the rules`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open(Self.page)
        _ = try await site.services.settings.change(expecting: nil, grant: site.acme.system.grant()) {
            $0.appleDeletion = .delete
        }

        let wrong = try await browser.send("\(Self.page)/rules", on: page, ["apple_account_deleted": "suspend"])
        let corrected = try await browser.send("\(Self.page)/rules", on: wrong, ["apple_account_deleted": "keep"])
        let saved = try await browser.send("\(Self.page)/rules", on: corrected, ["apple_account_deleted": "keep"])

        #expect(wrong.status == .unprocessableContent && corrected.status == .conflict)
        #expect(saved.location == Self.page)
    }

    @Test func `a form with a mistake does not hide that someone else connected an app`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open(Self.page)
        _ = try await connect(&browser, key: key)

        let wrong = try await browser.send(Self.page, on: page, ["team_id": "short", "key_id": "BBBBBBBBBB"])
        let corrected = try await browser.send(
            Self.page,
            on: wrong,
            ["team_id": "AAAAAAAAAA", "key_id": "BBBBBBBBBB", "private_key": key, "client_ids": "com.example.late"]
        )

        #expect(wrong.status == .unprocessableContent && corrected.status == .conflict)
        #expect(try await stored(site)?.teamID == "7F4XK2QW9B")
    }

    @Test func `the addresses for Apple are those that the sign-in uses`() async throws {
        let site = try await ConsoleSite(isSecure: true)
        try await site.services.tenants.add(
            host: "login.acme.example",
            to: site.acme.tenant.id,
            grant: try site.installation.installationGrant
        )
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open(Self.page)

        #expect(page.html.contains("value=\"https://gatehouse.example/t/acme/apple/callback\""))
        #expect(page.html.contains("value=\"https://login.acme.example/t/acme/apple/callback\""))
        #expect(page.html.contains("value=\"https://login.acme.example/t/acme/apple/notifications\""))
    }

    @Test func `a read-only member sees the settings and no form`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.connectApple(["com.example.app"])
        _ = try await site.services.roles.create(
            name: "reader",
            .init(title: "Reader", rank: 20, permissions: ["console.enter", "settings.read"]),
            grant: site.acme.system.grant()
        )
        var browser = try await site.browser(of: try await site.acme.add("Rae", role: #require(Role.Name("reader"))))

        let page = try await browser.open(Self.page)

        #expect(page.html.contains("com.example.app"))
        #expect(page.form(Self.page) == nil)
        #expect(page.form("\(Self.page)/check") == nil)
    }
}

/// The page with a fake Apple.
@Suite struct AppleCheckPageTests {
    private static let page = "/t/acme/settings/apple"

    private func verdict(
        _ edit: (inout (team: String, key: String, ids: [String], web: String?)) -> Void = { _ in }
    ) async throws -> String {
        let clock = TestClock()
        let apple = try await FakeApple.start { clock.now }
        let team = apple.register(clientIDs: ["com.example.app"], redirectURIs: ["https://acme.example/return"])
        let connection = AppleConnection(base: apple.url)
        let site = try await ConsoleSite(clock: clock, apple: AppleServers(connection, at: apple, now: { clock.now }))
        var sent = (team: team.teamID, key: team.keyID, ids: ["com.example.app"], web: String?.none)
        edit(&sent)
        try await site.acme.connectApple(
            sent.ids,
            teamID: sent.team,
            keyID: sent.key,
            privateKey: team.privateKey,
            webClientID: sent.web
        )
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.send("\(Self.page)/check", on: Self.page)
        await apple.stop()
        return page.html.firstMatch(of: #/<div class="verdict.*?<p>(.*?)</p>/#.dotMatchesNewlines()).map {
            String($0.1)
        } ?? page.html
    }

    @Test func `the mistakes in rejected Apple settings are named`() async throws {
        #expect(try await verdict() == "<strong>Apple accepts everything:</strong> key, team and each client ID.")
        #expect(
            try await verdict { $0.key = "WRONGKEY01" } == "<strong>Apple refuses something:</strong> the key is wrong."
        )
        #expect(
            try await verdict { $0.team = "WRONGTEAM1" }
                == "<strong>Apple refuses something:</strong> the team ID is wrong."
        )
        #expect(
            try await verdict { $0.ids.append("com.example.unknown") }
                == "<strong>Apple refuses something:</strong> a client ID is wrong."
        )
        #expect(
            try await verdict { $0.web = "com.example.app" }
                == "<strong>Apple refuses something:</strong> the return URL is wrong."
        )
    }

    @Test func `an Apple that does not answer says nothing about the settings`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.connectApple(["com.example.app"])
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.send("\(Self.page)/check", on: Self.page)

        #expect(page.status == .ok)
        #expect(page.html.contains("Apple did not answer."))
    }

    @Test func `only addresses of the tenant are asked for`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.connectApple(["com.example.app"], webClientID: "com.example.app")
        var browser = try await site.browser(of: site.ada)

        let form = try #require(try await browser.open(Self.page).form("\(Self.page)/check"))
        let page = try await browser.post(
            form.action,
            hidden: form.hidden.filter { $0.0 != "redirect" },
            ["redirect": "https://evil.example/"]
        )

        #expect(page.status == .unprocessableContent)
        #expect(!page.html.contains("evil.example"))
    }
}
