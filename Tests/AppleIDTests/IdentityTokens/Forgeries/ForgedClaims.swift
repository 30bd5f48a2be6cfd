import Crypto
import Domain
import FakeApple
import Foundation
import StrictJSON
import UseCases

extension ForgedToken {
    /// Rightly signed by Apple, and still not for this sign-in.
    static let claims: [ForgedToken] = issuers + audiences + times + nonces + subjects

    private static let issuers: [ForgedToken] = [
        claims("foreign issuer", .issuer) { $0["iss"] = "https://accounts.google.com" },
        claims("issuer with a slash", .issuer) { $0["iss"] = "https://appleid.apple.com/" },
        claims("issuer without TLS", .issuer) { $0["iss"] = "http://appleid.apple.com" },
        claims("issuer that begins like Apple", .issuer) { $0["iss"] = "https://appleid.apple.com.evil.example" },
        claims("issuer with a user name", .issuer) { $0["iss"] = "https://appleid.apple.com@evil.example" },
        claims("issuer in capitals", .issuer) { $0["iss"] = "HTTPS://APPLEID.APPLE.COM" },
        claims("issuer missing", .issuer) { $0["iss"] = nil },
        claims("issuer in an array", .issuer) { $0["iss"] = ["https://appleid.apple.com"] },
        claims("issuer null", .issuer) { $0["iss"] = .null },
    ]

    private static let audiences: [ForgedToken] = [
        claims("another app", .audience) { $0["aud"] = "com.example.other" },
        claims("the beginning of the app's id", .audience) { $0["aud"] = "com.example" },
        claims("an id that begins with the app's", .audience) { $0["aud"] = "com.example.app.widget" },
        claims("the app's id in another case", .audience) { $0["aud"] = "com.example.App" },
        claims("the app's id and a space", .audience) { $0["aud"] = "com.example.app " },
        claims("a list in one text", .audience) { $0["aud"] = "com.example.app,com.evil" },
        claims("two apps in an array", .audience) { $0["aud"] = ["com.example.app", "com.evil"] },
        claims("the app twice in an array", .audience) { $0["aud"] = ["com.example.app", "com.example.app"] },
        claims("an empty array", .audience) { $0["aud"] = [] },
        claims("an array in an array", .audience) { $0["aud"] = [["com.example.app"]] },
        claims("an object", .audience) { $0["aud"] = ["com.example.app": true] },
        claims("an empty text", .audience) { $0["aud"] = "" },
        claims("audience null", .audience) { $0["aud"] = .null },
        claims("audience missing", .audience) { $0["aud"] = nil },
        claims("no client id configured", .noAudience) { _ in }.expecting(AppleExpectation(audiences: [])),
        claims("no client id configured, and an empty audience", .noAudience) { $0["aud"] = "" }
            .expecting(AppleExpectation(audiences: [])),
    ]

    private static let times: [ForgedToken] = [
        claims("expired a minute ago", .expired) { $0["exp"] = .integer(($0["iat"]?.integerValue ?? 0) - 60) },
        claims("expired in 1970", .expired) { $0["exp"] = 1 },
        claims("exp missing", .claim("exp")) { $0["exp"] = nil },
        claims("exp a text", .claim("exp")) { $0["exp"] = "4102444800" },
        claims("exp beyond all time", .claim("exp")) { $0["exp"] = 1e300 },
        claims("exp at the largest integer", .claim("exp")) { $0["exp"] = .integer(.max) },
        claims("exp negative", .claim("exp")) { $0["exp"] = -1 },
        claims("exp an array", .claim("exp")) { $0["exp"] = [4_102_444_800] },
        claims("issued after its end", .claim("exp")) { $0["exp"] = $0["iat"] },
        claims("issued in the future", .issuedInFuture) { $0["iat"] = .integer(($0["iat"]?.integerValue ?? 0) + 61) },
        claims("not valid yet", .issuedInFuture) { $0["nbf"] = .integer(($0["iat"]?.integerValue ?? 0) + 61) },
        claims("iat missing", .claim("iat")) { $0["iat"] = nil },
        claims("iat a text", .claim("iat")) { $0["iat"] = "now" },
        claims("iat with a fraction", .claim("iat")) { $0["iat"] = 1.5 },
        claims("older than the tenant allows", .tooOld) { $0["iat"] = .integer(($0["iat"]?.integerValue ?? 0) - 661) }
            .expecting(AppleExpectation(audiences: [AppleSite.app], maximumAge: .minutes(10))),
    ]

    private static let nonces: [ForgedToken] = [
        nonce("another nonce", .nonceMismatch, sent: "n-1", claimed: "n-2"),
        nonce("the beginning of the nonce", .nonceMismatch, sent: "n-12", claimed: "n-1"),
        nonce("hash of another nonce", .nonceMismatch, sent: "n-1", claimed: hash("n-2")),
        nonce("hash in capitals", .nonceMismatch, sent: "n-1", claimed: hash("n-1").uppercased()),
        nonce("hash of the token, sent as the nonce", .nonceMismatch, sent: hash("n-1"), claimed: hash("n-1")),
        nonce(
            "hash of the token in capitals, sent as the nonce",
            .nonceMismatch,
            sent: hash("n-1").uppercased(),
            claimed: hash("n-1").uppercased()
        ),
        nonce("another nonce of a GoTrue client", .nonceMismatch, .hashed("n-1"), claimed: .string(hash("n-2"))),
        nonce("nonce of a GoTrue client that is not hashed", .nonceMismatch, .hashed("n-1"), claimed: "n-1"),
        nonce(
            "hash of the token, sent by a GoTrue client",
            .nonceMismatch,
            .hashed(hash("n-1")),
            claimed: .string(hash("n-1"))
        ),
        nonce(
            "hash of a GoTrue client's nonce in capitals",
            .nonceMismatch,
            .hashed("n-1"),
            claimed: .string(hash("n-1").uppercased())
        ),
        nonce("nonce of a GoTrue client only in the request", .nonceMissingInToken, .hashed("n-1"), claimed: nil),
        nonce("empty nonce of a GoTrue client", .nonceMissingInRequest, .hashed(""), claimed: .string(hash("n-1"))),
        nonce("another nonce than the server's own", .nonceMismatch, .own("n-1"), claimed: "n-2"),
        nonce("hash of the server's own nonce", .nonceMismatch, .own("n-1"), claimed: .string(hash("n-1"))),
        nonce("hash of the hash", .nonceMismatch, sent: "n-1", claimed: hash(hash("n-1"))),
        nonce("hash sent, nonce in the token", .nonceMismatch, sent: hash("n-1"), claimed: "n-1"),
        nonce("nonce only in the request", .nonceMissingInToken, .hashedOrPlain("n-1"), claimed: nil),
        nonce("nonce only in the request, empty in the token", .nonceMissingInToken, sent: "n-1", claimed: ""),
        nonce("nonce only in the token", .nonceMissingInRequest, nil, claimed: "n-1"),
        nonce("empty nonce in the request", .nonceMissingInRequest, sent: "", claimed: "n-1"),
        nonce("no nonce where one is required", .nonceRequired, nil, claimed: nil, isRequired: true),
        nonce("nonce that is an array", .claim("nonce"), .hashedOrPlain("n-1"), claimed: ["n-1"]),
        nonce("nonce null", .claim("nonce"), nil, claimed: .null),
        claims("nonce not supported, but required", .nonceMissingInToken) { $0["nonce_supported"] = false }
            .expecting(AppleExpectation(audiences: [AppleSite.app], nonce: .hashed("n-1"), requiresNonce: true)),
        claims("nonce_supported missing, nonce sent", .nonceMissingInToken) { $0["nonce_supported"] = nil }
            .expecting(AppleExpectation(audiences: [AppleSite.app], nonce: .hashed("n-1"))),
        claims("nonce_supported an object", .claim("nonce_supported")) { $0["nonce_supported"] = [:] },
    ]

    private static let subjects: [ForgedToken] = [
        claims("sub missing", .claim("sub")) { $0["sub"] = nil },
        claims("sub empty", .claim("sub")) { $0["sub"] = "" },
        claims("sub null", .claim("sub")) { $0["sub"] = .null },
        claims("sub a number", .claim("sub")) { $0["sub"] = 1 },
        claims("sub an array", .claim("sub")) { $0["sub"] = ["001"] },
        claims("sub of 256 characters", .claim("sub")) { $0["sub"] = .string(String(repeating: "s", count: 256)) },
        claims("sub with a space", .claim("sub")) { $0["sub"] = "00 1" },
        claims("sub with a NUL", .claim("sub")) { $0["sub"] = "001\0" },
        claims("sub that only looks like another", .claim("sub")) { $0["sub"] = "00\u{0430}" },
        claims("transfer_sub an array", .claim("transfer_sub")) { $0["transfer_sub"] = ["001"] },
        claims("email an array", .claim("email")) { $0["email"] = ["ada@example.com", "eve@example.com"] },
        claims("email_verified a number", .claim("email_verified")) { $0["email_verified"] = 1 },
        claims("email_verified yes", .claim("email_verified")) { $0["email_verified"] = "yes" },
        claims("is_private_email null", .claim("is_private_email")) { $0["is_private_email"] = .null },
        claims("real_user_status a text", .claim("real_user_status")) { $0["real_user_status"] = "2" },
        claims("auth_time a text", .claim("auth_time")) { $0["auth_time"] = "now" },
    ]

    private static func nonce(
        _ name: String,
        _ failure: AppleTokenFailure,
        _ sent: RequestNonce?,
        claimed: JSONValue?,
        isRequired: Bool = false
    ) -> ForgedToken {
        claims(name, failure) { $0["nonce"] = claimed }
            .expecting(AppleExpectation(audiences: [AppleSite.app], nonce: sent, requiresNonce: isRequired))
    }

    /// By the rule that accepts most.
    private static func nonce(
        _ name: String,
        _ failure: AppleTokenFailure,
        sent: String,
        claimed: String
    ) -> ForgedToken {
        nonce(name, failure, .hashedOrPlain(sent), claimed: .string(claimed))
    }

    private static func hash(_ text: String) -> String { Hexadecimal.encode(Array(SHA256.hash(data: Data(text.utf8)))) }
}
