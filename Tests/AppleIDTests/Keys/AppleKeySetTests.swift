import FakeApple
import StrictJSON
import Testing
import UseCases

/// What Apple's answer may hold.
@Suite struct AppleKeySetTests {
    @Test func `a key of 1024 bits is not taken, and the others are`() async throws {
        let site = try await AppleSite()
        let good = try site.apple.currentKey
        let short = try FakeRSAKey.short
        site.apple.publish([short, good])

        let weak = try site.apple.identityToken(
            site.claims(),
            header: ["kid": .string(short.id), "alg": "RS256"],
            signer: .rsa(short)
        )

        #expect(try await site.rejection(site.token()) == nil)
        #expect(try await site.rejection(weak) == .unknownKey)
    }

    @Test func `two keys of one id are no key`() async throws {
        let site = try await AppleSite()
        let good = try site.apple.currentKey
        var twin = try FakeRSAKey.other
        twin.id = good.id
        site.apple.publish([site.apple.publishedKeys[0], twin, good])

        #expect(try await site.rejection(site.token()) == .unknownKey)
    }

    @Test(arguments: BadKey.all)
    func `a key that Apple would not publish is left out`(_ key: BadKey) async throws {
        let site = try await AppleSite()
        let keys = site.apple.publishedKeys
        var bad = keys[0].json
        key.change(&bad)
        let answer: JSONObject = ["keys": [.object(bad), .object(keys[1].json)]]
        site.apple.inject(.answer(200, JSONValue.object(answer).text), at: .keys)
        let token = try site.apple.identityToken(
            site.claims(),
            header: ["kid": .string(keys[0].id), "alg": "RS256"],
            signer: .rsa(keys[0])
        )

        #expect(try await site.rejection(site.token()) == nil)
        #expect(try await site.rejection(token) == .unknownKey)
    }

    @Test func `more keys than Apple could have are no answer`() async throws {
        let site = try await AppleSite()
        let key = JSONValue.object(try site.apple.currentKey.json)
        let answer: JSONObject = ["keys": .array([JSONValue](repeating: key, count: 65))]
        site.apple.inject(.answer(200, JSONValue.object(answer).text), at: .keys)

        #expect(try await site.rejection(site.token()) == .keysUnavailable(retryAfter: .seconds(5)))
    }
}

/// One change that makes a key unfit.
struct BadKey: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout JSONObject) -> Void

    init(_ name: String, _ change: @escaping @Sendable (inout JSONObject) -> Void) {
        testDescription = name
        self.change = change
    }

    static let all: [BadKey] = [
        BadKey("another algorithm", { $0["alg"] = "RS512" }), BadKey("for encryption", { $0["use"] = "enc" }),
        BadKey("another type", { $0["kty"] = "EC" }),
        BadKey("an exponent of 3", { $0["e"] = "Aw" }), BadKey("an even exponent", { $0["e"] = "AQAC" }),
        BadKey("no exponent", { $0["e"] = nil }),
        BadKey("an empty modulus", { $0["n"] = "" }),
        BadKey("a modulus of zeros", { $0["n"] = .string(String(repeating: "A", count: 342)) }),
        BadKey("no id", { $0["kid"] = nil }), BadKey("an id that is a number", { $0["kid"] = 1 }),
        BadKey("an id with a space", { $0["kid"] = "a b" }),
    ]
}
