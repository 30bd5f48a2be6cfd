import AppleID
import Crypto
import Domain
import FakeApple
import Fixtures
import Foundation
import StrictJSON
import Testing
import UseCases

@Suite struct IdentityTokenTests {
    @Test func `a good token names the person and what Apple says of them`() async throws {
        let site = try await AppleSite()
        let token = try site.token { claims in
            claims["real_user_status"] = 2
            claims["transfer_sub"] = "000.old.1"
        }

        let identity = try await site.identity(token)

        #expect(identity.subject == site.ada.subject)
        #expect(identity.audience == AppleSite.app)
        #expect(identity.email == EmailAddress("ada@example.com"))
        #expect(identity.isEmailVerified)
        #expect(!identity.isPrivateEmail)
        #expect(identity.realUserStatus == .likelyReal)
        #expect(identity.transferSubject == "000.old.1")
        #expect(identity.issuedAt == site.clock.now)
        #expect(identity.expiresAt == site.clock.now + .hours(24))
        #expect(identity.authenticatedAt == site.clock.now)
        #expect(identity.tokenHash.count == 32)
    }

    @Test(arguments: AppleIssuers.all.sorted())
    func `both of Apple's names are accepted, wherever its keys come from`(_ issuer: String) async throws {
        let site = try await AppleSite()
        #expect(try await site.rejection(site.token { $0["iss"] = .string(issuer) }) == nil)
    }

    @Test(arguments: [JSONValue.bool(true), .string("true")])
    func `a truth may be a text`(_ bool: JSONValue) async throws {
        let site = try await AppleSite()
        let token = try site.token { claims in
            claims["email_verified"] = bool
            claims["is_private_email"] = bool
            claims["nonce_supported"] = bool
        }

        let identity = try await site.identity(token)

        #expect(identity.isEmailVerified && identity.isPrivateEmail)
    }

    @Test(arguments: [JSONValue.bool(false), .string("false")])
    func `what Apple does not call verified is not`(_ bool: JSONValue) async throws {
        let site = try await AppleSite()
        #expect(try await !site.identity(site.token { $0["email_verified"] = bool }).isEmailVerified)
    }

    @Test(arguments: [nil, JSONValue.null, "", "not an address"])
    func `a person without a usable address is a person`(_ email: JSONValue?) async throws {
        let site = try await AppleSite()
        let identity = try await site.identity(try site.token { $0["email"] = email })

        #expect(identity.email == nil)
        #expect(!identity.isEmailVerified)
    }

    @Test func `one audience in an array is one audience`() async throws {
        let site = try await AppleSite()
        #expect(try await site.identity(site.token { $0["aud"] = ["com.example.app"] }).audience == AppleSite.app)
    }

    @Test func `each client id of the tenant is an audience`() async throws {
        let site = try await AppleSite()
        let both = AppleExpectation(audiences: [AppleSite.app, AppleSite.web])

        #expect(
            try await site.identity(site.token { $0["aud"] = "com.example.web" }, expecting: both).audience
                == AppleSite.web
        )
    }

    @Test func `a header may say that it is a JWT`() async throws {
        let site = try await AppleSite()
        let key = try site.apple.currentKey
        let token = try site.apple.identityToken(
            site.claims(),
            header: ["typ": "JWT", "alg": "RS256", "kid": .string(key.id)]
        )

        #expect(try await site.rejection(token) == nil)
    }

    @Test func `a token of a native app is good for its whole day, and a minute of skew more`() async throws {
        let site = try await AppleSite()
        let token = try site.token()
        site.clock.advance(by: .hours(24) + .seconds(59))
        #expect(try await site.rejection(token) == nil)

        site.clock.advance(by: .seconds(1))

        #expect(try await site.rejection(token) == .expired)
    }

    @Test func `Apple's clock may be a minute ahead`() async throws {
        let site = try await AppleSite()
        #expect(try await site.rejection(site.token { $0["iat"] = .integer(site.seconds + 60) }) == nil)
    }

    @Test func `an age limit counts from the issue`() async throws {
        let site = try await AppleSite()
        let expectation = AppleExpectation(audiences: [AppleSite.app], maximumAge: .minutes(10))
        let token = try site.token()
        site.clock.advance(by: .minutes(11))
        #expect(try await site.rejection(token, expecting: expectation) == nil)

        site.clock.advance(by: .seconds(1))

        #expect(try await site.rejection(token, expecting: expectation) == .tooOld)
    }

    /// 63, 64 and 65 digits, and 64 characters that are not all digits.
    private static let short = String(repeating: "a1b", count: 21)
    private static let digits = String(repeating: "a1b2", count: 16)
    private static let long = String(repeating: "a1b2c", count: 13)
    private static let letters = String(repeating: "a1bg", count: 16)

    private static let fitting: [(RequestNonce, String)] = [
        (.hashed("n-1"), hash("n-1")), (.hashed(digits), hash(digits)),
        (.hashedOrPlain("n-1"), hash("n-1")), (.hashedOrPlain(digits), hash(digits)),
        (.hashedOrPlain("n-1"), "n-1"), (.hashedOrPlain(short), short), (.hashedOrPlain(long), long),
        (.hashedOrPlain(letters), letters), (.own("n-1"), "n-1"), (.own(digits), digits),
    ]

    @Test(arguments: fitting)
    func `a nonce fits in the forms of its client`(_ nonce: RequestNonce, _ claim: String) async throws {
        let site = try await AppleSite()
        let expectation = AppleExpectation(audiences: [AppleSite.app], nonce: nonce, requiresNonce: true)

        #expect(try await site.rejection(site.token { $0["nonce"] = .string(claim) }, expecting: expectation) == nil)
    }

    private static func hash(_ text: String) -> String { Hexadecimal.encode(Array(SHA256.hash(data: Data(text.utf8)))) }

    @Test(
        arguments: [JSONValue.bool(false), .string("false")],
        [RequestNonce.hashed("n-1"), .hashedOrPlain("n-1"), .own("n-1")]
    )
    func `where Apple supports no nonce, its absence is forgiven`(
        _ supported: JSONValue,
        _ nonce: RequestNonce
    ) async throws {
        let site = try await AppleSite()
        let expectation = AppleExpectation(audiences: [AppleSite.app], nonce: nonce)

        #expect(
            try await site.rejection(site.token { $0["nonce_supported"] = supported }, expecting: expectation) == nil
        )
    }

    @Test func `the same token has the same hash, another another`() async throws {
        let site = try await AppleSite()
        let token = try site.token()

        let first = try await site.identity(token).tokenHash
        let again = try await site.identity(token).tokenHash
        let other = try await site.identity(try site.token { $0["nonce_supported"] = false }).tokenHash

        #expect(first == again)
        #expect(first != other)
    }
}
