import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

/// An app with four roles, of our own interface. Signing in with Apple is tested where Apple is.
@Suite struct MimiSupplyTests {
    @Test func `the only method: password endpoints answer that theirs is off`() async throws {
        let server = try await AppServer()
        try await server.acme.add("Ada")
        try await server.acme.connectApple()
        try await GoTrueClient(server).set { $0.methods = [.apple] }
        let app = BetterAuthClient(server)

        let signIn = try await app.signIn("ada@acme.example")
        #expect(signIn.status == 400 && signIn.code == "EMAIL_PASSWORD_DISABLED")
        let signUp = try await app.post("sign-up", #"{"email":"n@acme.example","password":"correct horse battery"}"#)
        #expect(signUp.status == 400 && signUp.code == "EMAIL_PASSWORD_DISABLED")
        #expect(try await GoTrueClient(server).signIn("ada@acme.example").code == "email_provider_disabled")
    }

    @Test(arguments: [Role.Name.customer, .driver, .partner, .admin])
    func `home screen by role: the role is in the session answer and in the token`(_ role: Role.Name) async throws {
        let server = try await AppServer()
        let ada = try await server.acme.add("Ada", role: role)
        let phone = try await ProfileTests.Device(server, ada)
        let tokens = try GoTrueClient.tokens(try await GoTrueClient(server).signIn("ada@acme.example"))
        let payload = try JSONValue(parsing: #require(Base64URL.decode(tokens.access.split(separator: ".")[1])))

        #expect(try await phone.read().json["home_role"]?.stringValue == role.description)
        #expect(payload["user_role"]?.stringValue == role.description)
    }

    @Test func `home screen by role: another role shows with the next request`() async throws {
        let server = try await AppServer()
        let ada = try await server.acme.add("Ada")
        let phone = try await ProfileTests.Device(server, ada)

        _ = try await server.acme.services.users.assign(role: "driver", to: ada.id, grant: server.acme.system.grant())

        #expect(try await phone.read().json["home_role"] == "driver")
    }

    @Test func `sign out: this device, and the others stay`() async throws {
        let server = try await AppServer()
        let ada = try await server.acme.add("Ada")
        let (phone, tablet) = (try await ProfileTests.Device(server, ada), try await ProfileTests.Device(server, ada))

        _ = try await BetterAuthClient(server).post("sign-out", token: phone.token)

        #expect(try await phone.read().code == "session_signed_out")
        #expect(try await tablet.read().status == 200)
    }

    @Test func `accessible error texts: a stable code, a plain sentence and a next step`() async throws {
        let server = try await AppServer()
        let ada = try await server.acme.add("Ada")
        let phone = try await ProfileTests.Device(server, ada)
        _ = try await server.acme.services.users.disable(ada.id, grant: server.acme.system.grant())

        let answer = try await phone.read()

        #expect(
            answer.code == "account_disabled"
                && answer.headers[.contentType]?.hasPrefix("application/problem+json") == true
        )
        for member in ["title", "detail", "request_id", "reference"] {
            #expect(try answer.json[member]?.stringValue?.isEmpty == false)
        }
    }

    @Test func `accessible error texts: in the user's language, with the same code`() async throws {
        let server = try await AppServer()
        try await server.acme.connectApple()
        try await GoTrueClient(server).set { $0.methods = [.apple] }
        let app = BetterAuthClient(server)
        let body = #"{"email":"ada@acme.example","password":"correct horse battery"}"#
        let plain = try await app.post("sign-in/email", body)
        let code = try #require(plain.code)
        let words = [
            "en": "Please sign in with Apple.", "fr": "Connectez-vous avec Apple.",
            "de": "Melde dich mit Apple an.",
        ]
        try await GoTrueClient(server).set { settings in
            settings.texts = words.compactMap { word in
                Language(word.key).map { MessageText(code: code, language: $0, text: word.value) }
            }
        }

        for (accepted, language) in [("de-AT,en;q=0.5", "de"), ("it,fr;q=0.8", "fr"), ("en-GB", "en"), ("it", "en")] {
            let answer = try await app.post("sign-in/email", body, headers: [.acceptLanguage: accepted])
            #expect(answer.status == plain.status && answer.code == code)
            #expect(try answer.json["message"]?.stringValue == words[language], "\(accepted)")
        }
    }
}
