import AppleID
import Crypto
import Domain
import FakeApple
import Fixtures
import Testing

@testable import UseCases

@Suite struct AppleTokenEndpointTests {
    @Test func `a code becomes tokens of the same person`() async throws {
        let site = try await AppleSite()
        let code = site.apple.authorizationCode(for: site.ada, clientID: AppleSite.app)

        let tokens = try await site.service.exchange(code: code, redirectURI: nil, as: site.client)

        #expect(tokens.refreshToken != nil)
        #expect(tokens.expiresIn == .seconds(3600))
        #expect(try await site.identity(#require(tokens.identityToken)).subject == site.ada.subject)
    }

    @Test func `a refresh token is good until the person withdraws their consent`() async throws {
        let site = try await AppleSite()
        let refresh = try await site.refreshToken()

        let checked = try await site.service.check(refreshToken: refresh, as: site.client)
        #expect(checked.refreshToken == nil)

        site.apple.withdrawConsent(of: site.ada, teamID: site.team.teamID)
        #expect(
            await site.failure { try await $0.check(refreshToken: refresh, as: site.client) }?.code
                == "apple.token.invalid_grant"
        )
    }

    @Test func `a revocation ends every token of the person, and may be repeated`() async throws {
        let site = try await AppleSite()
        let first = try await site.refreshToken()
        let second = try await site.refreshToken()
        let bob = try await site.refreshToken(of: FakeUser("bob"))

        try await site.service.revoke(.refresh(first), as: site.client)
        try await site.service.revoke(.refresh(first), as: site.client)

        for token in [first, second] {
            #expect(
                await site.failure { try await $0.check(refreshToken: token, as: site.client) }
                    == .invalidGrant(description: "The token is void.")
            )
        }
        _ = try await site.service.check(refreshToken: bob, as: site.client)
    }

    @Test func `a code is good once`() async throws {
        let site = try await AppleSite()
        let code = site.apple.authorizationCode(for: site.ada, clientID: AppleSite.app)
        _ = try await site.service.exchange(code: code, redirectURI: nil, as: site.client)

        #expect(
            await site.failure { try await $0.exchange(code: code, redirectURI: nil, as: site.client) }
                == .invalidGrant(description: "The code has already been used.")
        )
    }

    @Test func `a code is good for five minutes`() async throws {
        let site = try await AppleSite()
        let code = site.apple.authorizationCode(for: site.ada, clientID: AppleSite.app)
        site.clock.advance(by: .minutes(5))

        #expect(
            await site.failure { try await $0.exchange(code: code, redirectURI: nil, as: site.client) }
                == .invalidGrant(description: "The code has expired.")
        )
    }

    @Test func `a code of one client id is not another's`() async throws {
        let site = try await AppleSite()
        let code = site.apple.authorizationCode(for: site.ada, clientID: AppleSite.app)

        #expect(
            await site.failure { try await $0.exchange(code: code, redirectURI: nil, as: site.client(AppleSite.web)) }
                == .invalidGrant(description: "The code was not issued to com.example.web.")
        )
        _ = try await site.service.exchange(code: code, redirectURI: nil, as: site.client)
    }

    @Test func `a code of the web flow needs the address that it went to`() async throws {
        let site = try await AppleSite()
        let address = "https://app.example.com/callback"
        let code = site.apple.authorizationCode(for: site.ada, clientID: AppleSite.web, redirectURI: address)
        let client = site.client(AppleSite.web)

        for wrong in [nil, "https://app.example.com/callback/"] {
            #expect(
                await site.failure { try await $0.exchange(code: code, redirectURI: wrong, as: client) }
                    == .invalidGrant(description: "redirect_uri does not match.")
            )
        }
        _ = try await site.service.exchange(code: code, redirectURI: address, as: client)
    }

    @Test func `a wrong team, key and client are distinguished, and none is a withdrawn consent`()
        async throws
    {
        let site = try await AppleSite()
        let code = site.apple.authorizationCode(for: site.ada, clientID: AppleSite.app)
        let good = site.client
        let stranger = P256.Signing.PrivateKey().pemRepresentation
        let wrong: [(String, AppleClient)] = [
            ("wrong team: no team", good.with(teamID: "AAAAAAAAAA")),
            ("wrong key: the team has no such key id", good.with(keyID: "BBBBBBBBBB")),
            ("wrong key: the signature", good.with(privateKey: stranger)),
            ("wrong client: com.evil", good.with(clientID: "com.evil")),
        ]

        for (beginning, client) in wrong {
            let failure = await site.failure { try await $0.exchange(code: code, redirectURI: nil, as: client) }
            guard case .invalidClient(let description) = failure else {
                Issue.record("\(beginning): \(String(describing: failure))")
                continue
            }
            #expect(description?.hasPrefix(beginning) == true)
        }
        _ = try await site.service.exchange(code: code, redirectURI: nil, as: good)
    }

    @Test func `a key that was deleted in the account is invalid from then on, a second one is good`() async throws {
        let site = try await AppleSite()
        let second = site.apple.addKey(to: site.team.teamID)
        let refresh = try await site.refreshToken()
        site.apple.removeKey(site.team.keyID, from: site.team.teamID)

        #expect(
            await site.failure { try await $0.check(refreshToken: refresh, as: site.client) }?.code
                == "apple.token.invalid_client"
        )
        _ = try await site.service.check(refreshToken: refresh, as: site.client(AppleSite.app, team: second))
    }

    @Test(arguments: ["", "not PEM", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
    func `a text that is no key is found out before anything is sent`(_ text: String) async throws {
        let site = try await AppleSite()
        let client = site.client.with(privateKey: text)

        #expect(await site.failure { try await $0.check(refreshToken: "r", as: client) } == .unusableKey)

        #expect(site.apple.requests == 0)
    }

    @Test(
        arguments: [
            ("invalid_request", .rejected(.invalidRequest)), ("invalid_client", .invalidClient(description: nil)),
            ("invalid_grant", .invalidGrant(description: nil)), ("unauthorized_client", .rejected(.unauthorizedClient)),
            ("unsupported_grant_type", .rejected(.unsupportedGrantType)), ("invalid_scope", .rejected(.invalidScope)),
            ("teapot", .rejected(.other)),
        ] as [(String, AppleServiceFailure)]
    )
    func `each error of Apple's is known`(_ error: String, _ expected: AppleServiceFailure) async throws {
        let site = try await AppleSite()
        site.apple.inject(.error(error))

        #expect(await site.failure { try await $0.check(refreshToken: "r", as: site.client) } == expected)
        #expect(await site.failure { try await $0.revoke(.access("a"), as: site.client) } == expected)
    }

    @Test(
        arguments: [
            .status(500), .status(502), .status(503), .status(429), .status(404), .status(400), .garbage, .drop,
            .oversized(64 * 1024),
            .redirect("http://127.0.0.1:1/"), .answer(500, "{\"error\":\"invalid_grant\"}"),
            .answer(403, "{\"error\":\"invalid_grant\"}"),
            .answer(400, "invalid_grant"), .answer(400, "{\"error\":[\"invalid_grant\"]}"),
            .answer(400, "[{\"error\":\"invalid_grant\"}]"),
            .answer(400, "{\"error\":\"invalid_grant\",\"error\":\"invalid_grant\"}"), .answer(200, "{}"),
            .answer(200, "{\"access_token\":1}"),
            .answer(200, "{\"access_token\":\"a\",\"refresh_token\":[]}"),
        ] as [FakeFault]
    )
    func `a network error never counts as a withdrawn consent`(_ fault: FakeFault) async throws {
        let site = try await AppleSite()
        site.apple.inject(fault, at: .token)

        #expect(
            await site.failure { try await $0.check(refreshToken: "r", as: site.client) }
                == .unavailable(retryAfter: .seconds(60))
        )
    }

    @Test func `an answer that takes too long is not waited for`() async throws {
        let site = try await AppleSite(limits: .init(tokenDeadline: .milliseconds(50)))
        site.apple.inject(.slow(.seconds(600)))

        #expect(
            await site.failure { try await $0.check(refreshToken: "r", as: site.client) }?.retryAfter == .seconds(60)
        )
        #expect(await site.failure { try await $0.revoke(.refresh("r"), as: site.client) }?.retryAfter == .seconds(60))
    }

    @Test func `an Apple that is not there is unavailable`() async throws {
        let site = try await AppleSite(limits: .init(keyDeadline: .milliseconds(50), tokenDeadline: .milliseconds(50)))
        await site.apple.stop()

        #expect(
            await site.failure { try await $0.check(refreshToken: "r", as: site.client) }?.retryAfter == .seconds(60)
        )
    }

    @Test func `a key never appears where a client is written out`() async throws {
        let site = try await AppleSite()
        var text = ""
        dump(site.client, to: &text)
        text += "\(site.client) \(String(reflecting: site.client))"

        #expect(text.contains(site.team.keyID))
        #expect(!text.contains("PRIVATE"))
    }
}

extension AppleSite {
    func refreshToken(of user: FakeUser? = nil) async throws -> String {
        let code = apple.authorizationCode(for: user ?? ada, clientID: Self.app)
        return try #require(try await service.exchange(code: code, redirectURI: nil, as: client).refreshToken)
    }

    /// Why a call failed; nil when it did not.
    func failure(_ call: (AppleTokenEndpoint) async throws -> some Any) async -> AppleServiceFailure? {
        do {
            _ = try await call(service)
            return nil
        } catch { return error as? AppleServiceFailure }
    }
}

extension AppleClient {
    func with(
        clientID: String? = nil,
        teamID: String? = nil,
        keyID: String? = nil,
        privateKey: String? = nil
    ) -> AppleClient {
        AppleClient(
            clientID: clientID ?? self.clientID,
            teamID: teamID ?? self.teamID,
            keyID: keyID ?? self.keyID,
            privateKey: privateKey ?? self.privateKey
        )
    }
}
