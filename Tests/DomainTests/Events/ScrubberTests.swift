import Foundation
import Testing

@testable import Domain

struct ScrubberTests {
    private static let jwt =
        "eyJhbGciOiJSUzI1NiIsImtpZCI6Ilc2In0.eyJpc3MiOiJodHRwczovL2FwcGxlIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ"
    private static let opaque = "V1StGXR8Z5jdHi6BmyTu2kQp9LrWx0Na4c"
    private static let appleCode = "c1a2b3c4d5e6f708192a3b4c5d6e7f809.0.mruz.Q3VzdG9tLWNvZGUtMTIzNA"

    /// Every pseudonym is the same, so that the expected texts can be read.
    private let scrubber = Scrubber(pseudonym: { _ in "1f2e3d4c" })

    @Test(
        arguments: [
            // Tokens.
            (jwt, "[token:1f2e3d4c]"), ("token \(jwt).", "token [token:1f2e3d4c]."),
            ("id_token=\(jwt)&x=1", "id_token=[token:1f2e3d4c]&x=1"),
            ("eyJhbGciOiJIUzI1NiJ9", "[token:1f2e3d4c]"), ("jwt-\(jwt)", "jwt-[token:1f2e3d4c]"),
            ("(\(jwt))", "([token:1f2e3d4c])"), ("\(opaque).\(jwt)", "[token:1f2e3d4c].[token:1f2e3d4c]"),
            ("Bearer abc123", "Bearer [token:1f2e3d4c]"), ("bearer   \(opaque)", "bearer   [token:1f2e3d4c]"),
            ("BEARER aBcDeFgH!", "BEARER [token:1f2e3d4c]!"), ("Basic YWRhOnB3", "Basic [token:1f2e3d4c]"),
            ("Authorization: Bearer abc123", "Authorization: [token:1f2e3d4c]"),
            ("Bearer%20abc123", "Bearer%20[token:1f2e3d4c]"),
            (opaque, "[token:1f2e3d4c]"), ("/sessions/\(opaque)/end", "/sessions/[token:1f2e3d4c]/end"),
            ("x-\(opaque)", "[token:1f2e3d4c]"),
            ("5f2a9c1b7e3d5f2a9c1b7e3d5f2a9c1b7e3d5f2a9c1b7e3d5f2a9c1b7e3d5f2a", "[token:1f2e3d4c]"),
            ("dGhpcyBpcyBhIHJhbmRvbSB0b2tlbiB3aXRoIHNvbWUgZGF0YQ==", "[token:1f2e3d4c]"),
            ("q83vEjRWeJq83v/jRWeJq8+vEjRWeJq83vEjRW/eJq83vEjRWeI=", "[token:1f2e3d4c]"),
            ("k3j9x2m4q8w7e6r5t1y0u2i3o4p5a6s7", "[token:1f2e3d4c]"),
            ("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "[token:1f2e3d4c]"),
            ("code \(appleCode)", "code [token:1f2e3d4c]"),
            (appleCode.replacing("c1a2", with: "r1a2"), "[token:1f2e3d4c]"),
            ("gh_pk_AAAAAAAAAAAAAAAAAAAAAA", "[token:1f2e3d4c]"),
            ("key gh_setup_abcdefghijklmnop_-x.", "key [token:1f2e3d4c]."),
            ("gh_s_0123456789abcdefghijklmn", "[token:1f2e3d4c]"),
            ("log-gh_ik_0123456789abcdef.", "log-[token:1f2e3d4c]."),
            // Private keys: short lines of base64 belong to them, and so does what is left of a cut one.
            (
                "key:\n-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1\nduRSoA==\n-----END EC PRIVATE KEY-----\n",
                "key:\n-----BEGIN EC PRIVATE KEY-----[secret]-----END EC PRIVATE KEY-----\n"
            ),
            (
                #""-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\nabc=\n-----END PRIVATE KEY-----""#,
                #""-----BEGIN PRIVATE KEY-----[secret]-----END PRIVATE KEY-----""#
            ),
            ("-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\nab/c", "-----BEGIN PRIVATE KEY-----[secret]"),
            ("MIGHAgEAMBMGByqGSM49\nab/c=\n-----END PRIVATE KEY-----", "[secret]-----END PRIVATE KEY-----"),
            // Mail.
            ("ada@example.com", "[email:1f2e3d4c]"), ("to ada.l+x@mail.example.co.uk, now", "to [email:1f2e3d4c], now"),
            ("ada%40example.com", "[email:1f2e3d4c]"), ("ada%2540example.com", "[email:1f2e3d4c]"),
            ("ada%2Bx%40example.com", "[email:1f2e3d4c]"),
            ("<ada@example.com>.", "<[email:1f2e3d4c]>."), ("josé@exämple.de", "[email:1f2e3d4c]"),
            ("a@b.co@c.de", "[email:1f2e3d4c]@c.de"),
            (#"{"to":"ada\u0040example.com"}"#, #"{"to":"[email:1f2e3d4c]"}"#),
            ("mailto:ada@example.com?x", "mailto:[email:1f2e3d4c]?x"),
            ("@ada@example.com", "@[email:1f2e3d4c]"),
            ("https://ada:hunter2@example.com/x", "https://[secret]@example.com/x"),
            ("session-zq@example.org-42", "[email:1f2e3d4c]-42"),
            ("zq@example.org-session", "[email:1f2e3d4c]-session"),
            ("com.app.token.zq@example.org.0", "[email:1f2e3d4c].0"), ("zq@example.org_2024", "[email:1f2e3d4c]_2024"),
            ("zq@example.org.v2", "[email:1f2e3d4c].v2"), ("log zq@example.org.1", "log [email:1f2e3d4c].1"),
            ("/u/zq@example.org2", "/u/[email:1f2e3d4c]2"), ("zq@example.org.", "[email:1f2e3d4c]."),
            // Phones.
            ("+33612345678", "[phone]"), ("call +1 (415) 555-2671 now", "call [phone] now"),
            ("06 12 34 56 78", "[phone]"),
            ("06.12.34.56.78.", "[phone]."), ("(415) 555-2671", "[phone]"), ("415-555-2671", "[phone]"),
            ("1-415-555-2671", "[phone]"),
            ("tel:+4915123456789", "tel:[phone]"), ("0151 23456789", "[phone]"), ("0612345678", "[phone]"),
            ("%2B33612345678", "[phone]"),
            ("06\u{A0}12\u{A0}34\u{A0}56\u{A0}78", "[phone]"), ("2026-11-21 06 12 34 56 78", "2026-11-21 [phone]"),
            ("+33612345678 4242424242424242", "[phone] [card]"),
            ("06 12 34 56 78 4242 4242 4242 4242", "[phone] [card]"),
            ("12345678 06 12 34 56 78", "12345678 [phone]"),
            ("12345678901234567890 +33612345678", "12345678901234567890 [phone]"),
            // Characters in place of those of ASCII: hyphens and spaces of systems, Arabic and full-width digits and signs.
            ("0151\u{2011}2345\u{2011}678 busy", "[phone] busy"),
            ("06\u{202F}12\u{202F}34\u{202F}56\u{202F}78", "[phone]"),
            ("\u{202A}+49\u{A0}151\u{2013}23456789\u{202C}", "\u{202A}[phone]\u{202C}"),
            ("call ٠٦١٢٣٤٥٦٧٨", "call [phone]"), ("۰۹۱۲۳۴۵۶۷۸۹", "[phone]"), ("０６１２３４５６７８", "[phone]"),
            ("４２４２ ４２４２ ４２４２ ４２４２", "[card]"), ("ada＠example.com", "[email:1f2e3d4c]"),
            ("password：hunter2", "password：[secret]"),
            // Cards.
            ("4242424242424242", "[card]"), ("4242 4242 4242 4242", "[card]"), ("5555-5555-5555-4444", "[card]"),
            ("3782 822463 10005", "[card]"),
            // Addresses of machines.
            ("from 203.0.113.77:443", "from 203.0.113.0/24:443"), ("2001:db8:85a3:12::8a2e", "2001:db8:85a3::/48"),
            ("[2001:db8::1]:443", "[2001:db8:0::/48]:443"),
            ("2001:0db8:85a3:0000:0000:8a2e:0370:7334", "2001:db8:85a3::/48"),
            // Values that are bound to a name.
            ("password=hunter2", "password=[secret]"), ("password: hunter2, then", "password: [secret]"),
            (#"{"password":"a b\"c","x":1}"#, #"{"password":"[secret]","x":1}"#),
            (#"{\"password\":\"a b\",\"x\":1}"#, #"{\"password\":\"[secret]\",\"x\":1}"#),
            ("'passwd' => 'x y'", "'passwd' => '[secret]'"), ("currentPassword=Abc", "currentPassword=[secret]"),
            ("user.password=abc", "user.password=[secret]"),
            ("?code=abc&state=xyz&nonce=n", "?code=[token:1f2e3d4c]&state=[token:1f2e3d4c]&nonce=[token:1f2e3d4c]"),
            ("code=abc123xyz&grant_type=x", "code=[token:1f2e3d4c]&grant_type=x"),
            ("https://a.b/cb#access_token=a", "https://a.b/cb#access_token=[token:1f2e3d4c]"),
            ("u=https%3A%2F%2Fa.b%3Fcode%3Dabc%26x%3D1", "u=https%3A%2F%2Fa.b%3Fcode%3D[token:1f2e3d4c]%26x%3D1"),
            (
                "u%3Dhttps%253A%252F%252Fa.b%253Fcode%253Dabc%2526x%253D1",
                "u%3Dhttps%253A%252F%252Fa.b%253Fcode%253D[token:1f2e3d4c]%2526x%253D1"
            ),
            ("?code=123456", "?code=[token:1f2e3d4c]"), ("client_secret=a.b.c", "client_secret=[secret]"),
            ("X-Api-Key: k", "X-Api-Key: k"),
            ("x-api-key: k9", "x-api-key: [token:1f2e3d4c]"),
            ("Cookie: a=b; c=d\nHost: x", "Cookie: [secret]\nHost: x"),
            ("email=ada&x=1", "email=[email:1f2e3d4c]&x=1"), (#""first_name": "Ada""#, #""first_name": "[name]""#),
            ("otp=123", "otp=[secret]"),
            (#"refreshToken: Optional("Zq8sHortTok1")"#, #"refreshToken: Optional("[token:1f2e3d4c]")"#),
            (#"password: Optional(Optional("a b"))"#, #"password: Optional(Optional("[secret]"))"#),
            ("user[password]=x", "user[password]=[secret]"), ("user%5Bpassword%5D=x", "user%5Bpassword%5D=[secret]"),
            ("user[password][]=x", "user[password][]=[secret]"),
            (#"[{"name":"password","value":"x"}]"#, #"[{"name":"password","value":"[secret]"}]"#),
            (#"[["Authorization","x"]]"#, #"[["Authorization","[token:1f2e3d4c]"]]"#),
            ("<password>x</password>", "<password>[secret]</password>"),
            ("name=\"password\"\r\n\r\nx\r\n--b", "name=\"password\"\r\n\r\n[secret]\r\n--b"),
            (
                "name=\"password\"; token=Zq8sHort1\r\n\r\nx\r\n--b",
                "name=\"password\"; token=[token:1f2e3d4c]\r\n\r\n[secret]\r\n--b"
            ),
            ("password 'x' too short", "password '[secret]' too short"), ("mot de passe: x", "mot de passe: [secret]"),
            ("X-Session-Token: Ab1x", "X-Session-Token: [token:1f2e3d4c]"), ("password2=x", "password2=[secret]"),
            (#"{"refreshToken":["a","b"]}"#, #"{"refreshToken":[token:1f2e3d4c]}"#),
        ] as [(String, String)]
    )
    func `what must not be kept is taken out`(text: String, expected: String) {
        #expect(scrubber.scrub(text) == expected)
    }

    @Test(
        arguments: [
            ("ada@example.com", "[email:1f2e3d4c]"), ("[email:0a1b2c3d]", "[email:0a1b2c3d]"), ("user-17", "user-17"),
            ("ada@example.com from 192.0.2.7", "[email:1f2e3d4c] from 192.0.2.0/24"), ("192.0.2.7", nil),
            ("192.0.2.0/24", nil), ("2001:db8:85a3::/48", nil),
            ("+44 20 7946 0958", nil), ("[phone]", nil), ("password=x", nil), ("ada@example.com +44 20 7946 0958", nil),
        ] as [(String, String?)]
    )
    func `a name is kept where it tells its user from others`(text: String, expected: String?) {
        #expect(scrubber.identifier(text) == expected)
    }

    @Test(arguments: [
        "", "token-exchange", "The request timed out.", "NSURLErrorDomain",
        "com.apple.AuthenticationServices.AuthorizationError",
        "ASAuthorizationControllerDelegateProxyImplementation", "auth.attempt.token_exchange.failed_after_retry",
        "-25308", "1000", "-1001",
        "4bf92f3577b34da6a3ce929d0e0e4736", "019a7f2e-1c2b-7def-8a9b-0123456789ab",
        "8F2C1A3B-1C2D-4E5F-8A9B-0123456789AB",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "17.5.1", "0.1.2.3", "1.2.3.4.5",
        "401 401 401 401 401 401",
        "127.0.0.1:8080", "version 10.20.30.40",
        "2026-11-21T09:05:00.123Z", "2026-11-21 09:05:00.123", "2026-11-21", "21/11/2026 09:05", "09:05:00",
        "1732179900123", "1732179900",
        "1732179900123456789", "error 500 after 12000 ms", "HTTP 401",
        "https://api.example.com/api/auth/sign-in/social?provider=apple",
        "/private/var/mobile/Containers/Data/Application/8F2C1A3B-1C2D-4E5F-8A9B-0123456789AB/Library/Caches",
        "Error Domain=NSURLErrorDomain Code=-1001 \"The request timed out.\" UserInfo={_kCFStreamErrorCodeKey=-2102}",
        "bearer token missing", "Basic authentication failed", "Bearer error=\"invalid_token\"", "bad token",
        "token_endpoint",
        "Bearer realm=\"x\"",
        "password too short", "password=nil", "token: expired", "nonce: mismatch", "email: not_verified",
        "state=authorized",
        "code=invalid_grant",
        "code: 1001", "refresh_token_already_used", "apple.token.invalid_grant", "credential_state=revoked",
        "\"access_token\": null",
        "icon@2x.png", "@MainActor", "swift-nio@2.101.2", "ada@localhost", "a @ b", "50% off", "C:\\new\\table",
        "std::string", "Face::add",
        "aa:bb:cc:dd:ee:ff", "::1", "fe80::", "[12:30:45]", "1,2,3,4", "4242424242424243", "iPhone17,3",
        "x86_64-apple-ios17.0-simulator",
        "id 12345678", "order 20261121-090500", "UTC+02:00", "ünïcödé tëxt ohne Geheimnis", "日本語のテキスト", "エラー：１２３",
        "٢٠٢٦-١١-٢١", "10–20", "9:41\u{202F}AM",
        "it’s — fine…", "👩‍👩‍👧‍👦",
        "password: nil", "password=[secret]: more", "status_code=401", "token_count=5", "token_type: Bearer",
        "swift-nio@2.101.2-rc1", "Optional(\"the item\") was nil",
        "gh_pk_…x7Qa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "Donaudampfschifffahrtsgesellschaftskapitän",
        "[email:1f2e3d4c] [token:1f2e3d4c] [phone] [card] [secret]", "203.0.113.0/24", "2001:db8:85a3::/48",
        "password=[secret]",
    ])
    func `evidence stays as it is`(text: String) {
        #expect(scrubber.scrub(text) == text)
    }

    @Test func `the same value has the same pseudonym however it is written`() {
        let scrubber = Scrubber(pseudonym: { $0 })

        #expect(scrubber.scrub("Ada%40Example.com") == "[email:ada@example.com]")
        #expect(scrubber.scrub("x ada@example.com") == "x [email:ada@example.com]")
        #expect(scrubber.scrub("ada＠example．com") == "[email:ada@example.com]")
    }

    @Test func `scrubbing twice changes nothing more`() {
        let text = """
            \(Self.jwt) ada@example.com +33612345678 4242424242424242 password=x "email":"ada@x.de" ?code=abc&x from 203.0.113.77 \
            2001:db8:1:2::3 Authorization: Bearer abc123 first_name=Ada \(Self.appleCode)
            """
        let once = scrubber.scrub(text)

        #expect(scrubber.scrub(once) == once)
    }

    /// What is read again for each of its parts takes minutes at this size; the limit is no measure, only an end.
    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            "a", "1", "+", "1 ", "0 ", "(0) ", "4242 ", "@", "a@", "a@b.", "a@b.cd@", "=", "a=", "password=",
            "password=nil ", "?code=",
            "\"",
            "\"a\":", ":",
            "1:", "::", "＠", "ａ＠", "٠ ", "\u{2011}", "eyJ", "eyJ.", "a.", "gh_s_", "-gh_", "Bearer ", "Bearer a ",
            "basic:", "%", "%40", "%25", "\\",
            "\\\"", "://",
            "://a@",
            "1.", "1.2.3.4.",
            "/", "+/", "é", "authorization: basic ", "[email:", "c.0.a.", "token=[", "token=", "token: ",
            "password=\\\"",
            "token='token=\"",
            "nonce: ", "cookie: ", "06 12 34 ", "+1 ", "4242-", "a.b@c.d:e=", "1:2:3:4:", "a@b.co:",
            "'", "token '", "password '", "<password>", "<code>", "\"password\",", "[\"password\",",
            "name=\"password\"  ", "a[b]", "a]",
            "password: optional(optional(", "a@b.c1.", "mytoken=", "aA",
        ]
    )
    func `a hostile text is read to its end, where a secret still is found`(part: String) {
        let text = String(repeating: part, count: 30_000 / part.utf8.count)

        let scrubbed = scrubber.scrub(text + " \n ada@example.com")

        #expect(!scrubbed.contains("ada@example.com"))
    }

    @Test func `a secret is found at any place in a text`() {
        for secret in [Self.jwt, Self.opaque, "ada@example.com", "+33612345678", "4242424242424242"] {
            for padding in 0..<40 {
                let text =
                    String(repeating: "é", count: padding / 2) + String(repeating: " ", count: padding) + "\n" + secret
                    + "\n ü"
                #expect(!scrubber.scrub(text).contains(secret))
            }
        }
    }

    @Test(
        arguments: [
            ("userInfo.4111111111111111", "userInfo.[card]"), ("recent.0612345678", "recent.[phone]"),
            ("chain.0.userInfo", "chain.0.userInfo"), ("ios.17.2.1", "ios.17.2.1"),
            ("recent.+33612345678", "recent.[phone]"),
        ]
    )
    func `a number that names a member is found in the flattened name`(name: String, scrubbed: String) {
        var content = EventContent(
            id: Event.ID(UUID()),
            occurredAt: Timestamp(milliseconds: 0),
            stage: .other,
            outcome: .info
        )
        content.attributes = [EventAttribute(name, .bool(true))]

        scrubber.scrub(&content)

        #expect(content.attributes.map(\.name) == [scrubbed])
    }
}
