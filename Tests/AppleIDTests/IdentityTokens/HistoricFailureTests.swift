import AppleID
import FakeApple
import Fixtures
import StrictJSON
import Testing
import UseCases

/// What went wrong in other systems, at the check of identity tokens.
@Suite struct HistoricFailureTests {
    @Test func `a token with another person's address names its own subject only`() async throws {
        let site = try await AppleSite()
        let eve = FakeUser(subject: FakeUser("eve").subject, email: "ada@example.com")

        let identity = try await site.identity(try site.apple.identityToken(of: eve, for: AppleSite.app))

        #expect(identity.subject == eve.subject)
        #expect(identity.subject != site.ada.subject)
    }

    @Test func `a reachable foreign issuer with its own keys is refused, and never asked`() async throws {
        let site = try await AppleSite()
        let evil = try await FakeApple.start(now: { site.clock.now })
        let key = try FakeRSAKey.other
        evil.publish([key])
        _ = try await site.identity(try site.token())

        for issuer in [evil.url, FakeApple.issuer] {
            let claims = site.claims { $0["iss"] = .string(issuer) }
            let foreign = try evil.identityToken(claims)
            let pointing = try evil.identityToken(
                claims,
                header: ["kid": .string(key.id), "alg": "RS256", "jku": .string(evil.url + "/auth/keys")]
            )
            #expect(try await site.rejection(foreign) == .unknownKey)
            #expect(try await site.rejection(pointing) == .header)
        }

        #expect(evil.requests == 0)
        await evil.stop()
    }

    @Test func `without a configured client id no token is for us`() async throws {
        let site = try await AppleSite()
        let none = AppleExpectation(audiences: [])

        #expect(try await site.rejection(site.token(), expecting: none) == .noAudience)
        #expect(try await site.rejection(site.token { $0["aud"] = nil }, expecting: none) == .noAudience)
        #expect(try await site.rejection(site.token { $0["aud"] = [] }, expecting: none) == .noAudience)
    }

    @Test(arguments: ["com.a", "com.a.b.c", "com.a.", "om.a.b", "com.A.b", "com.a.b ", "com.a.b,com.x"])
    func `a token for another app of the world is not for this one, however alike their names`(
        _ audience: String
    ) async throws {
        let site = try await AppleSite()
        let ours = AppleExpectation(audiences: ["com.a.b"])

        #expect(try await site.rejection(site.token { $0["aud"] = "com.a.b" }, expecting: ours) == nil)
        #expect(try await site.rejection(site.token { $0["aud"] = .string(audience) }, expecting: ours) == .audience)
    }

    @Test func `two subjects with one address are two users`() async throws {
        let site = try await AppleSite()
        let first = FakeUser(subject: "001.a.1", email: "shared@example.com")
        let second = FakeUser(subject: "002.b.2", email: "shared@example.com")

        let identities = try await [first, second].asyncMap { user in
            try await site.identity(try site.apple.identityToken(of: user, for: AppleSite.app))
        }

        #expect(identities[0].email == identities[1].email)
        #expect(identities[0].subject != identities[1].subject)
        #expect(identities[0] != identities[1])
    }

    /// One bit for each thing that can be wrong.
    @Test(arguments: 0..<64)
    func `each wrong thing alone refuses a token, and so do all together`(_ wrong: Int) async throws {
        let site = try await AppleSite()
        let claims = site.claims { claims in
            if wrong & 1 != 0 { claims["iss"] = "https://evil.example" }
            if wrong & 2 != 0 { claims["aud"] = "com.evil" }
            if wrong & 4 != 0 { claims["exp"] = .integer(site.seconds - 61) }
            if wrong & 8 != 0 { claims["nonce"] = "n-2" } else { claims["nonce"] = "n-1" }
            if wrong & 16 != 0 { claims["sub"] = nil }
        }
        let signer = wrong & 32 != 0 ? FakeSigner.rsa(try FakeRSAKey.other) : nil
        let token = try site.apple.identityToken(claims, signer: signer)

        let failure = try await site.rejection(
            token,
            expecting: AppleExpectation(audiences: [AppleSite.app], nonce: .hashedOrPlain("n-1"))
        )

        #expect((failure == nil) == (wrong == 0))
    }
}

extension Array {
    func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
