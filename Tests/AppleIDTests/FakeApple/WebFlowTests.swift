import AppleID
import Domain
import FakeApple
import StrictJSON
import Testing
import UseCases

/// The page of the fake Apple, and what it posts to the app.
@Suite struct WebFlowTests {
    private static let callback = "http://127.0.0.1:8080/callback"

    private let site: AppleSite
    private let browser: Browser

    init() async throws {
        site = try await AppleSite()
        browser = Browser(apple: site.apple)
    }

    private func request(_ changes: [String: String?] = [:]) -> [(String, String)] {
        var fields: [String: String?] = [
            "client_id": AppleSite.web, "redirect_uri": Self.callback, "response_type": "code id_token",
            "response_mode": "form_post",
            "scope": "name email", "state": "s-1", "nonce": "n-1",
        ]
        for (name, value) in changes { fields[name] = value }
        return fields.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Goes through the page as a person does.
    private func consent(_ changes: [String: String?] = [:], filling: [(String, String)]) async throws -> Browser.Page {
        let page = try await browser.get("/auth/authorize", request(changes))
        return try await browser.post("/auth/authorize", page.hidden.map { ($0, $1) } + filling)
    }

    private let ada = [
        ("email", "ada@example.com"), ("first_name", "Ada"), ("last_name", "Lovelace"), ("decision", "continue"),
    ]

    @Test func `the page says that it is a stand-in, and has a button to sign in`() async throws {
        let page = try await browser.get("/auth/authorize", request())

        #expect(page.status == 200)
        #expect(page.text.contains("stand-in for Apple"))
        #expect(page.text.contains(">Sign in with Apple</button>"))
        #expect(page.hidden["state"] == "s-1")
    }

    @Test func `the app gets a code and a token of one person, bound to the nonce`() async throws {
        let answer = try await consent(filling: ada)

        #expect(answer.action == Self.callback)
        #expect(answer.hidden["state"] == "s-1")
        let expectation = AppleExpectation(audiences: [AppleSite.web], nonce: .own("n-1"), requiresNonce: true)
        let identity = try await site.identity(#require(answer.hidden["id_token"]), expecting: expectation)
        #expect(identity.email == EmailAddress("ada@example.com"))
        let code = try #require(answer.hidden["code"])
        let tokens = try await site.service.exchange(
            code: code,
            redirectURI: Self.callback,
            as: site.client(AppleSite.web)
        )
        let exchanged = try await site.identity(#require(tokens.identityToken), expecting: expectation)
        #expect(exchanged.subject == identity.subject)
    }

    @Test func `name and address come once, and again after a revocation`() async throws {
        let first = try await consent(filling: ada)
        #expect(
            first.hidden["user"] == #"{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"ada@example.com"}"#
        )
        let code = try #require(first.hidden["code"])
        let client = site.client(AppleSite.web)
        let tokens = try await site.service.exchange(code: code, redirectURI: Self.callback, as: client)

        let second = try await consent(filling: ada)
        #expect(second.hidden["user"] == nil)

        try await site.service.revoke(.refresh(#require(tokens.refreshToken)), as: client)
        let third = try await consent(filling: ada)
        #expect(third.hidden["user"] != nil)
    }

    @Test func `a person may hide their address`() async throws {
        let answer = try await consent(filling: ada + [("hide_email", "yes")])

        let expectation = AppleExpectation(audiences: [AppleSite.web], nonce: .own("n-1"))
        let identity = try await site.identity(#require(answer.hidden["id_token"]), expecting: expectation)
        #expect(identity.isPrivateEmail)
        #expect(identity.email?.description.hasSuffix("@privaterelay.appleid.com") == true)
    }

    @Test func `without scopes the app learns neither name nor address`() async throws {
        let answer = try await consent(["scope": nil], filling: ada)

        #expect(answer.hidden["user"] == nil)
        let expectation = AppleExpectation(audiences: [AppleSite.web], nonce: .own("n-1"))
        #expect(try await site.identity(#require(answer.hidden["id_token"]), expecting: expectation).email == nil)
    }

    @Test func `a cancelled sign-in is redirected back with the error`() async throws {
        let answer = try await consent(filling: [("decision", "cancel")])

        #expect(answer.hidden == ["error": "user_cancelled_authorize", "state": "s-1"])
    }

    @Test(
        arguments: [
            ("client_id", "com.evil"), ("client_id", nil), ("redirect_uri", "https://evil.example/callback"),
            ("redirect_uri", "javascript:alert(1)"), ("redirect_uri", "http://127.0.0.1.evil.example/"),
            ("redirect_uri", "http://127.0.0.1:80@evil.example/"), ("redirect_uri", nil),
            ("response_mode", "query"), ("response_mode", nil), ("response_type", "token"), ("scope", "openid"),
        ] as [(String, String?)]
    )
    func `a request that Apple would not take gets a page that says so`(_ name: String, _ value: String?) async throws {
        let page = try await browser.get("/auth/authorize", request([name: value]))

        #expect(page.status == 400)
        #expect(page.text.contains("<code>invalid_"))
        #expect(page.action == nil)
    }

    @Test func `hostile text stays text`() async throws {
        let state = #""><script>alert(1)</script>"#

        let page = try await browser.get("/auth/authorize", request(["state": state]))

        #expect(!page.text.contains("<script>alert"))
        #expect(page.hidden["state"] == state)
    }
}
