import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing

@testable import AppAPI
@testable import WebFixtures

/// The language of errors that an app's users read.
@Suite struct ErrorLanguageTests {
    private static let wrong = #"{"email":"ada@acme.example","password":"wrong horse battery"}"#
    private static let french = "Adresse e-mail ou mot de passe incorrect."

    private struct Messages: Equatable {
        let goTrue: String?
        let betterAuth: String?
    }

    private func messages(_ server: AppServer, accepted: String?) async throws -> Messages {
        let headers: HTTPFields = accepted.map { [.acceptLanguage: $0] } ?? [:]
        let goTrue = try await GoTrueClient(server)
            .send(.post, "token?grant_type=password", Self.wrong, headers: headers)
        let betterAuth = try await BetterAuthClient(server).post("sign-in/email", Self.wrong, headers: headers)
        #expect(goTrue.code == "invalid_credentials" && betterAuth.code == "INVALID_EMAIL_OR_PASSWORD")
        return Messages(
            goTrue: try goTrue.json["message"]?.stringValue,
            betterAuth: try betterAuth.json["message"]?.stringValue
        )
    }

    @Test(arguments: [nil, "en", "de", "fr", "en-GB, fr;q=0.5"] as [String?])
    func `errors of an English tenant are in the words of the protocol`(accepted: String?) async throws {
        let messages = try await messages(try await AppServer(), accepted: accepted)

        #expect(
            messages == Messages(goTrue: "Invalid login credentials", betterAuth: "Invalid email or password")
        )
    }

    private func frenchServer() async throws -> AppServer {
        let server = try await AppServer()
        let french = try #require(Language("fr"))
        try await GoTrueClient(server).set { $0.language = french }
        return server
    }

    @Test(arguments: [nil, "fr-CA, en;q=0.5", "de"] as [String?])
    func `errors of a French tenant are in French`(accepted: String?) async throws {
        let messages = try await messages(try await frenchServer(), accepted: accepted)

        #expect(messages == Messages(goTrue: Self.french, betterAuth: Self.french))
    }

    @Test func `errors of a French tenant are in English where the request prefers it`() async throws {
        let messages = try await messages(try await frenchServer(), accepted: "en, fr;q=0.5")

        #expect(
            messages == Messages(goTrue: "Invalid login credentials", betterAuth: "Invalid email or password")
        )
    }

    @Test func `the tenant's own text comes first`() async throws {
        let server = try await frenchServer()
        let french = try #require(Language("fr"))
        try await GoTrueClient(server).set {
            $0.texts = [MessageText(code: "pwd.invalid", language: french, text: "Encore une fois.")]
        }

        let messages = try await messages(server, accepted: "fr")

        #expect(messages == Messages(goTrue: "Encore une fois.", betterAuth: "Encore une fois."))
    }

    @Test func `one text is for the codes of both dialects that differ in case only`() async throws {
        let server = try await AppServer()
        try await GoTrueClient(server).set {
            $0.texts = [MessageText(code: "same_password", language: .english, text: "Choose another one.")]
        }
        let token = try await BetterAuthClient(server).signUp()
        let tokens = try await GoTrueClient(server).signUp("eve@example.com")
        let password = "correct horse battery"

        let betterAuth = try await BetterAuthClient(server).post(
            "change-password",
            #"{"currentPassword":"\#(password)","newPassword":"\#(password)"}"#,
            token: token
        )
        let goTrue = try await GoTrueClient(server).send(
            .put,
            "user",
            #"{"current_password":"\#(password)","password":"\#(password)"}"#,
            token: tokens.access
        )

        #expect(betterAuth.code == "SAME_PASSWORD" && goTrue.code == "same_password")
        for answer in [betterAuth, goTrue] {
            #expect(try answer.json["message"]?.stringValue == "Choose another one.", "\(answer.text)")
        }
    }

    @Test func `fields that users fill in are explained in French, others in English`() async throws {
        let server = try await frenchServer()
        let headers: HTTPFields = [.acceptLanguage: "fr"]
        let client = BetterAuthClient(server)

        let weak = try await client.post(
            "sign-up/email",
            #"{"name":"Eve","email":"eve@acme.example","password":"short"}"#,
            headers: headers
        )
        let missing = try await client.post(
            "sign-up/email",
            #"{"email":"eve@acme.example","password":"correct horse battery"}"#,
            headers: headers
        )

        #expect(weak.code == "PASSWORD_TOO_SHORT")
        #expect(try weak.json["message"]?.stringValue == "Au moins 8 caractères.")
        #expect(try missing.json["message"]?.stringValue == "[body.name] Required.")
    }

    @Test func `every text is in both languages`() {
        let keys = TestTexts.catalogue.keys.filter { $0.hasPrefix("answers.") }

        #expect(!keys.isEmpty)
        for key in keys { #expect(TestTexts.english(TextKey(key)) != TestTexts.french(TextKey(key)), "\(key)") }
    }
}
