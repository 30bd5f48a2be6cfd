import Domain
import Testing

@Suite struct RedirectRuleTests {
    @Test(arguments: [
        "https://app.example.com/welcome", "https://app.example.com/*", "https://app.example.com:8443/a?b=c",
        "coachme://auth-callback",
        "com.example.app://*", "com.example.app:/oauth2redirect", "com.example.app:/*", "http://localhost:3000/*",
        "http://127.0.0.1/cb", "http://[::1]:3000/cb",
    ])
    func `an address of an app can be allowed`(text: String) {
        #expect(RedirectRule(text)?.description == text)
    }

    @Test(arguments: [
        "", "*", "https://*", "https://*.example.com/", "https://app.example.com*", "http://app.example.com/",
        "javascript://alert(1)",
        "JavaScript://x", "data://x", "//app.example.com/", "/welcome", "https://user@app.example.com/",
        "https://app.example.com/#x",
        "https://app.example.com/ x", "https://app.example.com/\n", "https://app.example.com/../x",
        "https://app.example.com/%2e%2E/x",
        "https://app.example.com:80;script-src/x", "https://app.example.com:/x",
        "https://app.example.com\\@evil.example/",
        "https:///x", "https://" + String(repeating: "a", count: 400) + ".example/", "file://etc/passwd",
        "https://app.example.com/a*b",
        "http://[::1].evil.example/", "http://[::1/", "http://[::1]evil.example/", "http://127.0.0.1.evil.example/",
        "http://localhost.evil.example/", "http://localhost:80@evil.example/", "https:/app.example.com/", "coachme:/x",
        "com.example.app:x", "com.example.app:", "com.example.app:/../x", "mailto:ada@example.com", "javascript:/x",
    ])
    func `what no browser may be sent to cannot be allowed`(text: String) {
        #expect(RedirectRule(text) == nil)
    }

    @Test(arguments: [
        ("https://app.example.com/*", "https://app.example.com/any/where?x=1", true),
        ("https://app.example.com/*", "https://app.example.com.evil.example/", false),
        ("https://app.example.com/*", "https://app.example.com@evil.example/", false),
        ("https://app.example.com/cb/*", "https://app.example.com/cb/../admin", false),
        ("https://app.example.com/cb/*", "https://app.example.com/cb/%2e%2e/admin", false),
        ("https://app.example.com/cb", "https://app.example.com/cb", true),
        ("https://app.example.com/cb", "https://app.example.com/cb2", false),
        ("https://app.example.com/*", "http://app.example.com/", false),
        ("https://app.example.com/*", "HTTPS://APP.example.com/", false),
        ("com.example.app:/cb/*", "com.example.app:/cb/done?code=1", true),
        ("com.example.app:/cb/*", "com.example.apps:/cb/done", false),
        ("com.example.app:/cb", "com.example.app://cb", false),
        ("coachme://*", "coachme://auth", true), ("coachme://*", "coachmeevil://auth", false),
        ("https://app.example.com/*", "https://app.example.com/x#frag", false),
        ("https://app.example.com/*", "https://app.example.com/\r\nX: y", false),
    ])
    func `only what the rule says is allowed`(rule: String, address: String, expected: Bool) throws {
        #expect(try #require(RedirectRule(rule)).allows(address) == expected)
    }
}

@Suite struct TOTPChallengeTests {
    private let text = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test(arguments: ["s256", "S256", "plain", nil]) func `a challenge of RFC 7636 is read and written`(
        method: String?
    ) throws {
        let challenge = try #require(ProofKeyChallenge(text, method: method))

        #expect(ProofKeyChallenge(challenge.description) == challenge)
    }

    @Test func `what is too short, too long or has other characters is refused`() {
        #expect(ProofKeyChallenge("short", method: "s256") == nil)
        #expect(ProofKeyChallenge(String(repeating: "a", count: 129), method: "s256") == nil)
        #expect(ProofKeyChallenge(text + " ", method: "s256") == nil)
        #expect(ProofKeyChallenge(text, method: "s512") == nil)
    }
}
