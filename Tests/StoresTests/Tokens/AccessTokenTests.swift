import Crypto
import Domain
import Fixtures
import Foundation
import StrictJSON
import Testing

@testable import UseCases

@Suite struct AccessTokenTests {
    let acme: TestTenant
    let signedIn: SignedIn
    let tokens: IssuedTokens

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .driver)
        signedIn = try await acme.signIn(ada)
        tokens = try await acme.services.accessTokens.issue(
            for: signedIn.session,
            tenant: acme.tenant,
            method: .password
        )
    }

    private func failure(_ text: String, in tenant: Tenant? = nil) async -> AuthFailure? {
        do throws(AuthFailure) {
            _ = try await acme.services.authenticator.session(accessToken: text, in: tenant ?? acme.tenant)
            return nil
        } catch { return error }
    }

    private func claims(of other: IssuedTokens? = nil) throws -> JSONObject {
        let payload = try #require(Base64URL.decode((other ?? tokens).accessToken.split(separator: ".")[1]))
        return try #require(try JSONValue(parsing: payload).objectValue)
    }

    /// Signed with the tenant's own key.
    private func signed(
        _ header: JSONObject? = nil,
        _ change: (inout JSONObject) -> Void = { _ in }
    ) async throws -> String {
        let entry = try await acme.services.signingKeys.signer(of: acme.tenant.id)
        var payload = try claims()
        change(&payload)
        let head = header ?? ["alg": "ES256", "kid": .string(entry.key.name), "typ": "JWT"]
        let text = "\(Base64URL.encode(head.serialized())).\(Base64URL.encode(payload.serialized()))"
        let signature = try entry.privateKey.signature(for: Data(text.utf8))
        return "\(text).\(Base64URL.encode(signature.rawRepresentation))"
    }

    @Test func `a token has its user and audience in the claims that SDKs read`() async throws {
        let claims = try claims()

        #expect(claims["sub"] == .string(signedIn.user.id.description))
        #expect(
            claims["aud"] == "authenticated" && claims["role"] == "authenticated" && claims["user_role"] == "driver"
        )
        #expect(claims["email"] == "ada@acme.example" && claims["email_verified"] == false && claims["phone"] == "")
        #expect(claims["session_id"] == .string(signedIn.session.id.description))
        #expect(claims["is_anonymous"] == false && claims["aal"] == "aal1")
        #expect(claims["amr"]?[0]?["method"] == "password")
        #expect(claims["app_metadata"] == ["provider": "email", "providers": ["email"]])
        #expect(claims["exp"]?.integerValue == tokens.expiresAt.wholeSeconds)
        #expect(tokens.expiresIn == .minutes(10))
    }

    @Test func `a token has the email verification of its user`() async throws {
        var proven = UserRevision()
        proven.emailVerified = true
        _ = try await acme.services.users.revise(signedIn.user.id, proven, grant: acme.system.grant())

        let later = try await acme.services.accessTokens.issue(
            for: signedIn.session,
            tenant: acme.tenant,
            method: .password
        )

        #expect(try claims(of: later)["email_verified"] == true)
    }

    @Test func `what we write is what we read`() async throws {
        #expect(await failure(tokens.accessToken) == nil)
        #expect(await failure(try await signed()) == nil)
    }

    @Test func `any other header is not ours, however well it is signed`() async throws {
        let kid = JSONValue.string(try await acme.services.signingKeys.signer(of: acme.tenant.id).key.name)
        let headers: [JSONObject] = [
            ["alg": "none", "kid": kid, "typ": "JWT"], ["alg": "HS256", "kid": kid, "typ": "JWT"],
            ["alg": "es256", "kid": kid, "typ": "JWT"],
            ["alg": "ES256", "kid": kid, "typ": "JWT", "crit": ["exp"]],
            ["alg": "ES256", "kid": kid, "typ": "JWT", "jku": "https://evil"],
            ["alg": "ES256", "kid": kid, "typ": "JWT", "jwk": ["kty": "EC"]], ["alg": "ES256", "kid": kid],
            ["alg": "ES256", "typ": "JWT"],
            ["alg": "ES256", "kid": [kid], "typ": "JWT"], ["kid": kid, "alg": "ES256", "typ": "JWT"],
            ["alg": "ES256", "kid": kid, "typ": "at+jwt"],
            [:],
        ]

        for header in headers {
            #expect(await failure(try await signed(header)) == .accessToken(.malformed), "\(header)")
        }
        #expect(
            await failure(try await signed(["alg": "ES256", "kid": "another", "typ": "JWT"]))
                == .accessToken(.unknownKey)
        )
    }

    @Test func `a signature of another key, of zeros, or none is refused`() async throws {
        let parts = tokens.accessToken.split(separator: ".")
        let signed = "\(parts[0]).\(parts[1])"
        let other = try P256.Signing.PrivateKey().signature(for: Data(signed.utf8)).rawRepresentation
        let own = try #require(Base64URL.decode(parts[2]))

        #expect(await failure("\(signed).\(Base64URL.encode(other))") == .accessToken(.badSignature))
        #expect(await failure("\(signed).\(Base64URL.encode([UInt8](repeating: 0, count: 64)))") != nil)
        for length in [0, 1, 63, 65, 70, 128, 4000] {
            let bytes = Array((own + [UInt8](repeating: 0, count: 4000)).prefix(length))
            #expect(await failure("\(signed).\(Base64URL.encode(bytes))") == .accessToken(.malformed), "\(length)")
        }
        for place in own.indices {
            var changed = own
            changed[place] ^= 0x10
            #expect(await failure("\(signed).\(Base64URL.encode(changed))") == .accessToken(.badSignature))
        }
    }

    @Test func `a changed claim is refused`() async throws {
        var payload = try claims()
        payload["user_role"] = "admin"
        let parts = tokens.accessToken.split(separator: ".")

        #expect(
            await failure("\(parts[0]).\(Base64URL.encode(payload.serialized())).\(parts[2])")
                == .accessToken(.badSignature)
        )
    }

    @Test func `text that is no token is refused quickly`() async throws {
        let own = tokens.accessToken
        let texts = [
            "", ".", "..", "...", own + ".", "." + own, own + "=", own.replacing(".", with: ". "), own + " ",
            "Bearer \(own)", own + own,
            String(repeating: ".", count: 1_000_000), String(repeating: "a", count: 1_000_000), "e30.e30.e30", "ä.ö.ü",
        ]

        for text in texts { #expect(await failure(text) == .accessToken(.malformed), "\(text.prefix(20))") }
    }

    @Test func `the clock may differ by half a minute`() async throws {
        let clock = acme.installation.clock
        clock.advance(by: .minutes(10) + .seconds(29))
        #expect(await failure(tokens.accessToken) == nil)
        clock.advance(by: .seconds(1))
        #expect(await failure(tokens.accessToken) == .accessToken(.expired))

        clock.advance(by: .minutes(-11) - .seconds(1))
        #expect(await failure(tokens.accessToken) == .accessToken(.expired))
    }

    @Test func `a token of another tenant, address or kind is refused`() async throws {
        let globex = try await TestTenant("globex", in: acme.installation)
        _ = try await acme.services.signingKeys.published(of: globex.tenant.id)

        #expect(await failure(tokens.accessToken, in: globex.tenant) == .accessToken(.wrongIssuer))
        let ofGlobex = try await signed { $0["iss"] = "http://127.0.0.1:8080/t/globex" }
        #expect(await failure(ofGlobex) == .accessToken(.wrongIssuer))
        #expect(await failure(ofGlobex, in: globex.tenant) == .accessToken(.unknownKey))
        #expect(await failure(try await signed { $0["aud"] = "anon" }) == .accessToken(.malformed))
        #expect(await failure(try await signed { $0["aud"] = ["authenticated"] }) == .accessToken(.malformed))
        #expect(await failure(try await signed { $0["exp"] = 1e300 }) == .accessToken(.malformed))
        #expect(await failure(try await signed { $0["exp"] = .integer(.max) }) == nil)
        #expect(
            await failure(try await signed { $0["sub"] = .string(User.ID(UUID()).description) }) == .session(.notFound)
        )
        #expect(
            await failure(try await signed { $0["session_id"] = .string(User.ID(UUID()).description) })
                == .session(.notFound)
        )
    }

    @Test func `the role of today counts, not the token's`() async throws {
        _ = try await acme.services.users.assign(role: "partner", to: signedIn.user.id, grant: acme.system.grant())

        let visit = try await acme.services.authenticator.session(accessToken: tokens.accessToken, in: acme.tenant)
        #expect(visit.record.role.name == .partner)
    }

    @Test func `a disabled user is rejected immediately`() async throws {
        _ = try await acme.services.users.disable(signedIn.user.id, grant: acme.system.grant())

        #expect(await failure(tokens.accessToken) == .userDisabled)
        _ = try await acme.services.users.enable(signedIn.user.id, grant: acme.system.grant())
        #expect(await failure(tokens.accessToken) == .session(.ended(.userDisabled)))
    }

    @Test func `the tokens of a console session are not made`() async throws {
        let session = try await acme.services.sessionOpener.open(
            SessionOpening(signedIn.user, signedIn.role, kind: .console),
            in: acme.context()
        ).session

        await #expect(throws: DomainError.notFound(.session)) {
            try await acme.services.accessTokens.issue(for: session, tenant: acme.tenant, method: .password)
        }
    }

    @Test func `a user without email and provider is anonymous`() async throws {
        let user = User(
            id: .init(UUID()),
            tenant: acme.tenant.id,
            email: nil,
            emailVerified: false,
            name: nil,
            role: .customer,
            state: .active,
            createdAt: acme.installation.clock.now,
            updatedAt: acme.installation.clock.now,
            lastSeenAt: nil
        )
        let audit = AuditDraft(
            .userSignedUp,
            by: .system,
            at: acme.installation.clock.now,
            target: .init(.user, user.id)
        )
        try await acme.installation.stores.users.insert(
            NewUser(user: user, password: nil, audit: audit),
            in: acme.tenant.id
        ) { _ in }
        let session = try await acme.services.sessionOpener.open(
            SessionOpening(user, Role.builtIn[0]),
            in: acme.context()
        )
        .session

        let tokens = try await acme.services.accessTokens.issue(
            for: session,
            tenant: acme.tenant,
            method: .anonymous
        )

        let visit = try await acme.services.authenticator.session(accessToken: tokens.accessToken, in: acme.tenant)
        #expect(visit.claims.all["is_anonymous"] == true && visit.claims.all["email"] == "")
        #expect(visit.claims.all["amr"]?[0]?["method"] == "anonymous")
    }
}
