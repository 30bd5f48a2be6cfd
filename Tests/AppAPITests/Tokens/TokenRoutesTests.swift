import Crypto
import Domain
import Fixtures
import Foundation
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct TokenRoutesTests {
    private let site: Site
    private let kim: SignedIn
    private let tokens: IssuedTokens

    init() async throws {
        site = try await Site()
        let user = try await site.acme.add("Kim", role: .driver)
        kim = try await site.signIn(user, of: site.acme, kind: .app)
        tokens = try await site.services.accessTokens.issue(
            for: kim.session,
            tenant: site.acme.tenant,
            method: .password
        )
    }

    private func introspect(_ token: String, as credential: HTTPFields? = nil) async throws -> JSONValue {
        try await site.tokens("introspectToken", "token=\(token)", as: credential).json
    }

    private func revoke(_ token: String) async throws {
        let answer = try await site.tokens("revokeToken", "token=\(token)&token_type_hint=refresh_token")
        #expect(answer.status == 200 && answer.bytes.isEmpty)
    }

    @Test func `the published key verifies an access token`() async throws {
        let set = try await site.send(.get, "/t/acme/.well-known/jwks.json", [:])
        let key = try #require(try set.json["keys"]?[0])
        let parts = tokens.accessToken.split(separator: ".")
        let header = try JSONValue(parsing: #require(Base64URL.decode(parts[0])))

        #expect(header["kid"] == key["kid"])
        let point =
            try #require(Base64URL.decode(key["x"]?.stringValue ?? "")) + #require(
                Base64URL.decode(key["y"]?.stringValue ?? "")
            )
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Base64URL.decode(parts[2])))
        let signed = Data("\(parts[0]).\(parts[1])".utf8)
        #expect(try P256.Signing.PublicKey(rawRepresentation: point).isValidSignature(signature, for: signed))
        #expect(key["d"] == nil)
    }

    @Test func `public keys can be cached for minutes, read from any site, and revalidated by ETag`()
        async throws
    {
        let first = try await site.send(.get, "/t/acme/.well-known/jwks.json", [:])
        let tag = try #require(first.headers[.eTag])

        #expect(first.headers[.cacheControl] == "public, max-age=300")
        #expect(first.headers[.accessControlAllowOrigin] == "*")
        let again = try await site.send(.get, "/t/acme/.well-known/jwks.json", [.ifNoneMatch: "\"other\", W/\(tag)"])
        #expect(again.status == 304 && again.bytes.isEmpty)
    }

    @Test func `the description names the issuer of the tokens and leads to its keys`() async throws {
        let description = try await site.send(.get, "/t/acme/.well-known/openid-configuration", [:]).json
        let claims = try JSONValue(parsing: #require(Base64URL.decode(tokens.accessToken.split(separator: ".")[1])))

        #expect(description["issuer"] == claims["iss"])
        #expect(description["issuer"]?.stringValue?.hasSuffix("/t/acme") == true)
        #expect(
            description["jwks_uri"]?.stringValue == (description["issuer"]?.stringValue ?? "")
                + "/.well-known/jwks.json"
        )
    }

    @Test func `a host name of the tenant leads to its keys, and no other does`() async throws {
        let own = try await site.send(.get, "/t/acme/.well-known/jwks.json", [:])
        #expect(try await site.send(.get, "/.well-known/jwks.json", [:]).status == 404)

        try await site.services.tenants.add(
            host: "gatehouse.example.com",
            to: site.acme.tenant.id,
            grant: site.installation.installationGrant
        )

        #expect(try await site.send(.get, "/.well-known/jwks.json", [:]).bytes == own.bytes)
    }

    @Test func `keys and issuer are there for anyone, and a suspended tenant is as one that there is not`() async throws
    {
        for path in ["jwks.json", "openid-configuration"] {
            #expect(try await site.send(.get, "/t/acme/.well-known/\(path)", [:]).status == 200)
        }
        _ = try await site.services.tenants.suspend(site.acme.tenant.id, grant: site.installation.installationGrant)

        for path in ["jwks.json", "openid-configuration"] {
            let suspended = try await site.send(.get, "/t/acme/.well-known/\(path)", [:])
            let unknown = try await site.send(.get, "/t/nobody/.well-known/\(path)", [:])
            #expect(suspended.status == 404 && unknown.status == 404)
            for member in ["error", "error_description", "code"] {
                #expect(try suspended.json[member] == unknown.json[member], "\(suspended.text) \(unknown.text)")
            }
        }
        _ = try await site.services.tenants.activate(site.acme.tenant.id, grant: site.installation.installationGrant)
        #expect(try await site.send(.get, "/t/acme/.well-known/jwks.json", [:]).status == 200)
    }

    @Test func `the tokens of a live session are active`() async throws {
        let all = [
            ("access_token", tokens.accessToken), ("refresh_token", tokens.refreshToken),
            ("session_token", kim.token.text),
        ]

        for (use, token) in all {
            let answer = try await introspect(token)
            #expect(answer["active"] == true && answer["token_use"] == .string(use), "\(use)")
            #expect(answer["sub"] == .string(kim.user.id.description) && answer["user_role"] == "driver")
            #expect(answer["session_id"] == .string(kim.session.id.description))
        }
        #expect(try await introspect(tokens.accessToken)["email_verified"] == false)
        #expect(try await introspect(tokens.accessToken)["exp"] == .integer(tokens.expiresAt.wholeSeconds))
    }

    @Test func `introspection of a refresh token does not use it`() async throws {
        _ = try await introspect(tokens.refreshToken)

        #expect(
            try await site.services.refreshes.refresh(tokens.refreshToken, in: site.acme.context()).tokens.generation
                == 2
        )
        #expect(try await introspect(tokens.refreshToken) == ["active": false])
    }

    @Test func `what is not good is inactive, and nothing is said of why`() async throws {
        let (_, foreign) = try await site.globexTokens()
        let unsigned = tokens.accessToken.split(separator: ".").dropLast().joined(separator: ".") + "."

        for token in ["x", "gh_r_x", "gh_s_x", "a.b.c", "......", unsigned, foreign.accessToken, foreign.refreshToken] {
            #expect(try await introspect(token) == ["active": false], "\(token.prefix(10))")
        }
        site.installation.clock.advance(by: .minutes(11))
        #expect(try await introspect(tokens.accessToken) == ["active": false])
    }

    @Test func `a token that was revoked ends its session with all its tokens`() async throws {
        try await revoke(tokens.refreshToken)

        for token in [tokens.accessToken, tokens.refreshToken, kim.token.text] {
            #expect(try await introspect(token) == ["active": false])
        }
    }

    @Test func `an access token signs out after its time too`() async throws {
        site.installation.clock.advance(by: .hours(1))

        try await revoke(tokens.accessToken)

        #expect(try await introspect(tokens.refreshToken) == ["active": false])
    }

    @Test func `revoking what is not ours, or another tenant's, is answered alike and changes nothing`() async throws {
        let (globexKey, foreign) = try await site.globexTokens()

        for token in ["x", foreign.accessToken, foreign.refreshToken] { try await revoke(token) }

        let facts = try await site.services.inspection.facts(
            of: foreign.accessToken,
            in: site.globex.tenant,
            grant: site.globex.system.grant()
        )
        #expect(facts?.use == .access)
        #expect(facts?.record.session.tenant == site.globex.tenant.id)
        #expect(try await site.tokens("introspectToken", "token=x", as: globexKey).status == 401)
    }

    @Test func `a secret key is taken as password, as bearer or in our header, and nothing else is`() async throws {
        let key = site.acme.creation.secretKey.text
        func basic(_ text: String) -> HTTPFields { [.authorization: "Basic \(Data(text.utf8).base64EncodedString())"] }
        let good: [HTTPFields] = [basic("acme:\(key)"), basic("\(key):"), [.gatehouseKey: key], site.acmeKey]
        let bad: [HTTPFields] = [
            [:], basic("acme:\(site.globex.creation.secretKey.text)"), basic(key), [.authorization: "Basic %%%"],
            [.authorization: "Digest \(key)"], Site.bearer(site.acme.creation.publishableKey), Site.bearer(kim.token),
        ]

        for headers in good { #expect(try await site.tokens("introspectToken", "token=x", as: headers).status == 200) }
        for headers in bad {
            let answer = try await site.tokens("introspectToken", "token=x", as: headers)
            #expect(answer.status == 401, "\(headers)")
            #expect(try answer.json["error"] == "invalid_client")
            #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
        }
        #expect(
            try await site.tokens("introspectToken", "token=x", as: site.acmeKey.merging([.gatehouseKey: key])).status
                == 400
        )
    }

    @Test(arguments: [
        "", "token=", "token=a&token=b", "token=%zz", "token=%FF", "token=\(String(repeating: "a", count: 9000))",
        "&&=&",
    ])
    func `a malformed form is rejected with the correction`(form: String) async throws {
        let answer = try await site.tokens("introspectToken", form)

        #expect(answer.status == 400)
        #expect(try answer.json["error"] == "invalid_request")
    }
}

extension Site {
    /// Globex's key, and the tokens of a user there.
    func globexTokens() async throws -> (key: HTTPFields, tokens: IssuedTokens) {
        let user = try await globex.add("Gus")
        let signedIn = try await signIn(user, of: globex, kind: .app)
        let tokens = try await services.accessTokens.issue(
            for: signedIn.session,
            tenant: globex.tenant,
            method: .password
        )
        return (Site.bearer(globex.creation.secretKey), tokens)
    }
}
