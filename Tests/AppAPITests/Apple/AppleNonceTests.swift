import Domain
import FakeApple
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// What a request must know beside an identity token, by dialect.
@Suite struct AppleNonceTests {
    enum Client: CaseIterable { case betterAuth, goTrue }

    /// The nonce of the request. Apple got the SHA-256 of the raw one.
    enum Sent: CaseIterable { case raw, claim, none }

    enum Use: CaseIterable { case first, repeated }

    /// The one that sent the token first, or another one.
    enum Sender: CaseIterable { case same, other }

    enum Expected {
        case session, wrongNonce, missingNonce, replayed

        /// GoTrue's `error` and `error_description`.
        var fault: [String?] {
            switch self {
            case .session: [nil, nil]
            case .wrongNonce: ["invalid nonce", "Nonces mismatch"]
            case .missingNonce:
                ["invalid nonce", "Passed nonce and nonce in id_token should either both exist or not."]
            case .replayed: ["invalid request", "This ID token has already been used"]
            }
        }
    }

    static let matrix: [(Client, Sent, Use, Sender, Expected)] = [
        (.betterAuth, .raw, .first, .same, .session),
        (.betterAuth, .raw, .first, .other, .session),
        (.betterAuth, .raw, .repeated, .same, .session),
        (.betterAuth, .raw, .repeated, .other, .replayed),
        (.betterAuth, .claim, .first, .same, .wrongNonce),
        (.betterAuth, .claim, .first, .other, .wrongNonce),
        (.betterAuth, .claim, .repeated, .same, .wrongNonce),
        (.betterAuth, .claim, .repeated, .other, .wrongNonce),
        (.betterAuth, .none, .first, .same, .missingNonce),
        (.betterAuth, .none, .first, .other, .missingNonce),
        (.betterAuth, .none, .repeated, .same, .missingNonce),
        (.betterAuth, .none, .repeated, .other, .missingNonce),
        (.goTrue, .raw, .first, .same, .session),
        (.goTrue, .raw, .first, .other, .session),
        (.goTrue, .raw, .repeated, .same, .session),
        (.goTrue, .raw, .repeated, .other, .replayed),
        (.goTrue, .claim, .first, .same, .wrongNonce),
        (.goTrue, .claim, .first, .other, .wrongNonce),
        (.goTrue, .claim, .repeated, .same, .wrongNonce),
        (.goTrue, .claim, .repeated, .other, .wrongNonce),
        (.goTrue, .none, .first, .same, .missingNonce),
        (.goTrue, .none, .first, .other, .missingNonce),
        (.goTrue, .none, .repeated, .same, .missingNonce),
        (.goTrue, .none, .repeated, .other, .missingNonce),
    ]

    private static let raw = "0b1c6e0e-one-of-the-app"

    private func signIn(
        _ app: AppleApp,
        _ client: Client,
        _ token: String,
        nonce: String?,
        from sender: Sender = .same
    ) async throws -> AppServer.Answer {
        let more: JSONObject = nonce.map { ["nonce": .string($0)] } ?? [:]
        let agent = sender == .same ? "CoachMe/231 CFNetwork/1568.1 Darwin/24.0" : "curl/8.5.0"
        switch client {
        case .betterAuth: return try await app.signIn(token, adding: more, headers: [.userAgent: agent])
        case .goTrue: return try await app.signInByGrant(token, adding: more, headers: [.userAgent: agent])
        }
    }

    private func expect(
        _ expected: Expected,
        _ answer: AppServer.Answer,
        from client: Client,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let comment: Comment = "\(answer.text)"
        if case .session = expected {
            #expect(answer.status == 200 && answer.user != nil, comment, sourceLocation: location)
        } else if client == .betterAuth {
            #expect(answer.status == 401 && answer.code == "INVALID_TOKEN", comment, sourceLocation: location)
        } else {
            let json = try answer.json
            let fault = [json["error"]?.stringValue, json["error_description"]?.stringValue]
            #expect(answer.status == 400 && fault == expected.fault, comment, sourceLocation: location)
        }
    }

    @Test(arguments: matrix)
    func `a token alone opens no session, and a repeated one only for a similar device`(
        client: Client,
        sent: Sent,
        use: Use,
        sender: Sender,
        expected: Expected
    ) async throws {
        let app = try await AppleApp()
        let token = try app.token(nonce: AppleNonce.hash(Self.raw))
        if use == .repeated {
            let first = try await signIn(app, client, token, nonce: Self.raw)
            #expect(first.status == 200, "\(first.text)")
        }
        let nonce: String? =
            switch sent {
            case .raw: Self.raw
            case .claim: AppleNonce.hash(Self.raw)
            case .none: nil
            }

        let answer = try await signIn(app, client, token, nonce: nonce, from: sender)

        try expect(expected, answer, from: client)
        let codes = try await app.attempts().compactMap(\.code)
        switch expected {
        case .session: #expect(codes.isEmpty)
        case .wrongNonce, .missingNonce: #expect(codes == ["apple.idtoken.nonce"])
        case .replayed: #expect(codes == ["apple.idtoken.replayed"])
        }
        #expect(try await app.users().count == (use == .repeated || expected == .session ? 1 : 0))
    }

    @Test func `each case of the matrix is there once`() {
        #expect(Set(Self.matrix.map { "\($0.0) \($0.1) \($0.2) \($0.3)" }).count == Self.matrix.count)
        let cases = Client.allCases.count * Sent.allCases.count * Use.allCases.count * Sender.allCases.count
        #expect(Self.matrix.count == cases)
    }

    @Test(arguments: Client.allCases)
    func `who has a token without a nonce sends none`(client: Client) async throws {
        let app = try await AppleApp()

        let sent = try await signIn(app, client, try app.token(), nonce: Self.raw)
        let none = try await signIn(app, client, try app.token(), nonce: nil)

        try expect(.missingNonce, sent, from: client)
        try expect(.session, none, from: client)
    }

    /// The claim of an app that passes to Apple what it sends, and whether each dialect accepts it.
    @Test(arguments: [
        ("0b1c6e0e-5b1f-4f0c-8f39-2f1c66e0a0b1", true), (String(repeating: "0b", count: 31) + "0", true),
        (String(repeating: "0b", count: 33), true), (String(repeating: "0b", count: 32), false),
        (String(repeating: "0B", count: 32), false),
    ])
    func `the same nonce for Apple and the server is accepted from Better Auth clients, unless it looks like a hash`(
        nonce: String,
        isAccepted: Bool
    ) async throws {
        let app = try await AppleApp()

        let social = try await signIn(app, .betterAuth, try app.token(nonce: nonce), nonce: nonce)
        let grant = try await signIn(app, .goTrue, try app.token(nonce: nonce), nonce: nonce)

        try expect(isAccepted ? .session : .wrongNonce, social, from: .betterAuth)
        try expect(.wrongNonce, grant, from: .goTrue)
    }

    @Test(arguments: Client.allCases)
    func `where Apple supports no nonce the sign-in goes on without it, unless the tenant requires one`(
        client: Client
    ) async throws {
        let app = try await AppleApp()
        var claims = app.apple.claims(of: app.ada, for: AppleApp.app)
        claims["nonce_supported"] = false
        let token = try app.apple.identityToken(claims)

        let answer = try await signIn(app, client, token, nonce: Self.raw)
        try await app.set { $0.requiresNonce = true }
        let required = try await signIn(app, client, token, nonce: Self.raw)

        try expect(.session, answer, from: client)
        try expect(.missingNonce, required, from: client)
    }

    @Test func `linking Apple needs the nonce of the dialect too`() async throws {
        let app = try await AppleApp { $0.methods = [.apple, .password] }
        let (hash, client) = (AppleNonce.hash(Self.raw), GoTrueClient(app.server))
        let kim = try await client.signUp("kim@example.com")
        func link(nonce: String) async throws -> AppServer.Answer {
            let token = try app.token(nonce: hash)
            return try await client.send(
                .post,
                "token?grant_type=id_token",
                #"{"provider":"apple","id_token":"\#(token)","link_identity":true,"nonce":"\#(nonce)"}"#,
                token: kim.access
            )
        }

        let claim = try await link(nonce: hash)
        let raw = try await link(nonce: Self.raw)

        try expect(.wrongNonce, claim, from: .goTrue)
        #expect(raw.status == 200 && raw.user == kim.user, "\(raw.text)")
    }
}
