import Domain
import Fixtures
import Foundation
import HTTPTypes
import StrictJSON
import Testing

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

/// The replacement of a leaked signing key of a tenant.
@Suite struct LeakedKeyTests {
    private static let rotation = "/api/v1/tenants/acme/signing-keys/rotation"

    private let site: Site
    private let kim: SignedIn
    private let tokens: IssuedTokens
    private let leaked: SigningKeyRing.Entry

    init() async throws {
        site = try await Site()
        let user = try await site.acme.add("Kim", role: .driver)
        kim = try await site.signIn(user, of: site.acme, kind: .app)
        tokens = try await site.services.accessTokens.issue(
            for: kim.session,
            tenant: site.acme.tenant,
            method: .password
        )
        leaked = try await site.services.signingKeys.signer(of: site.acme.tenant.id)
    }

    /// - Returns: the name of the new key.
    private func replaceLeaked() async throws -> String {
        let answer = try await site.send(.post, Self.rotation, json: ["leaked": true])
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(try answer.json["kid"]?.stringValue)
    }

    private func asApp(
        _ method: HTTPRequest.Method,
        _ path: String,
        token: String,
        _ body: JSONValue? = nil
    ) async throws -> Site.Answer {
        let headers: HTTPFields = [.apiKey: site.acme.creation.publishableKey.text, .authorization: "Bearer \(token)"]
        return try await site.send(method, path, as: headers, json: body)
    }

    private func published() async throws -> [String] {
        try await site.send(.get, "/t/acme/.well-known/jwks.json", [:]).json["keys"]?.arrayValue?.compactMap {
            $0["kid"]?.stringValue
        }
            ?? []
    }

    private func kid(of token: String) throws -> String? {
        try JSONValue(parsing: #require(Base64URL.decode(token.split(separator: ".")[0])))["kid"]?.stringValue
    }

    /// Forges Kim's token with the leaked key.
    private func forged() throws -> String {
        let payload = try #require(Base64URL.decode(tokens.accessToken.split(separator: ".")[1]))
        var claims = try #require(try JSONValue(parsing: payload).objectValue)
        claims["exp"] = .integer(tokens.expiresAt.wholeSeconds + 1_000_000)
        return try CompactJWS.sign(claims, with: leaked)
    }

    @Test func `tokens of a leaked key are refused everywhere at once, as if they had run out`() async throws {
        let forged = try forged()
        #expect(try await asApp(.get, "/auth/v1/user", token: tokens.accessToken).status == 200)
        #expect(try await asApp(.get, "/auth/v1/user", token: forged).status == 200)

        _ = try await replaceLeaked()

        for token in [tokens.accessToken, forged] {
            let user = try await asApp(.get, "/auth/v1/user", token: token)
            #expect(user.status == 403 && user.headers[.xSBErrorCode] == "bad_jwt", "\(user.text)")
            let profile = try await asApp(.get, "/api/v1/me", token: token)
            #expect(profile.status == 401 && profile.code == "access_token_expired", "\(profile.text)")
            #expect(try await site.tokens("introspectToken", "token=\(token)").json == ["active": false])
        }
    }

    @Test func `no user is signed out: a refresh returns a token of the new key`() async throws {
        let new = try await replaceLeaked()

        let answer = try await site.send(
            .post,
            "/auth/v1/token?grant_type=refresh_token",
            as: [.apiKey: site.acme.creation.publishableKey.text],
            json: ["refresh_token": .string(tokens.refreshToken)]
        )

        let fresh = try #require(try answer.json["access_token"]?.stringValue, "\(answer.text)")
        #expect(try kid(of: fresh) == new)
        #expect(try await asApp(.get, "/auth/v1/user", token: fresh).status == 200)
        #expect(try await site.tokens("introspectToken", "token=\(kim.token.text)").json["active"] == true)
    }

    @Test func `only the new key is published, and a key that waited to sign is removed too`() async throws {
        let next = try await site.send(.post, Self.rotation).json["kid"]?.stringValue
        let before = try await published()

        let new = try await replaceLeaked()

        #expect(before == [leaked.key.name, next])
        #expect(try await published() == [new])
        let list = try await site.send(.get, "/api/v1/tenants/acme/signing-keys").json["items"]?.arrayValue
        #expect(list?.map { $0["kid"]?.stringValue } == [new] && list?[0]["signs_until"] == .null)
    }

    @Test func `a token signed with the leaked key ends no session`() async throws {
        let forged = try forged()
        _ = try await replaceLeaked()

        _ = try await site.tokens("revokeToken", "token=\(forged)")

        #expect(try await site.tokens("introspectToken", "token=\(tokens.refreshToken)").json["active"] == true)
    }

    @Test func `it takes the right to manage keys, and the audit says what was done and why`() async throws {
        let viewer = try await site.member("Vic", .onCall)
        let denied = try await site.send(.post, Self.rotation, as: viewer, json: ["leaked": true])

        let new = try await replaceLeaked()

        #expect(denied.status == 403)
        let page = try await site.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .signingKeyWithdrawn),
            grant: site.acme.system.grant()
        )
        #expect(
            page.items.map(\.changes) == [
                [.init("kid", from: leaked.key.name, to: new), .init("reason", from: nil, to: "leaked")]
            ]
        )
    }

    @Test func `a request that is sent again with its key makes one key`() async throws {
        var answers: [Site.Answer] = []
        for _ in 1...2 {
            answers.append(
                try await site.send(.post, Self.rotation, json: ["leaked": true], adding: [.idempotencyKey: "leak-1"])
            )
        }

        #expect(answers[0].bytes == answers[1].bytes && answers[0].status == 200)
    }

    @Test func `without the word, or with false, the old key stays published`() async throws {
        _ = try await site.send(.post, Self.rotation, json: ["leaked": false])
        _ = try await site.send(.post, Self.rotation, json: [:])

        #expect(try await published().count == 2)
        #expect(try await asApp(.get, "/auth/v1/user", token: tokens.accessToken).status == 200)
    }

    @Test(arguments: [#"{"leaked":"yes"}"#, #"{"leaked":[true]}"#, #"{"leaked":1}"#, #"{"leak":true}"#])
    func `anything else is refused with the field, and changes nothing`(body: String) async throws {
        let answer = try await site.send(.post, Self.rotation, json: JSONValue(parsing: body.utf8))

        #expect(answer.status == 422 && answer.fields.count == 1, "\(answer.text)")
        #expect(try await published() == [leaked.key.name])
    }

    @Test func `the keys of another tenant stay as they are`() async throws {
        let (_, foreign) = try await site.globexTokens()

        _ = try await replaceLeaked()

        let facts = try await site.services.inspection.facts(
            of: foreign.accessToken,
            in: site.globex.tenant,
            grant: site.globex.system.grant()
        )
        #expect(facts?.use == .access)
        #expect(facts?.record.session.tenant == site.globex.tenant.id)
    }
}
