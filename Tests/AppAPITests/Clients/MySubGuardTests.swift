import Domain
import Fixtures
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

/// An app that keeps nothing personal.
@Suite struct MySubGuardTests {
    @Test func `nothing personal stored: no address, no device name, no name, and pages and search work with ids`()
        async throws
    {
        let site = try await Site()
        _ = try await site.services.settings.change(expecting: nil, grant: site.acme.system.grant()) {
            $0.isAnonymous = true
            $0.methods = [.anonymous]
        }
        let headers: HTTPFields = [
            .apiKey: site.acme.creation.publishableKey.text, .xDeviceName: "Ada’s iPhone", .xDeviceModel: "iPhone16,1",
        ]
        let started = try await site.send(.post, "/auth/v1/signup", as: headers, json: ["data": ["theme": "dark"]])
        let id = try #require(try started.json["user"]?["id"]?.stringValue, "\(started.text)")

        let users = try await site.send(.get, "/api/v1/tenants/acme/users?search=\(id)")
        let sessions = try await site.send(.get, "/api/v1/tenants/acme/users/\(id)/sessions")

        let user = try #require(try users.json["items"]?[0])
        #expect(user["email"] == .null && user["name"] == .null && user["is_anonymous"] == true)
        let session = try #require(try sessions.json["items"]?[0])
        #expect(
            session["address"] == .null && session["device"]?["name"] == .null
                && session["device"]?["model"] == "iPhone16,1"
        )
        let audit = try await site.send(.get, "/api/v1/tenants/acme/audit")
        for text in [users.text, sessions.text, audit.text] { #expect(!text.contains("Ada’s iPhone")) }
    }

    @Test(arguments: [("fr-FR,fr;q=0.9", "en"), ("fr-CA", "en"), ("", "fr"), ("de", "fr")])
    func `French texts: by Accept-Language, or by the tenant's setting`(accepted: String, standard: String) async throws
    {
        let server = try await AppServer()
        let french = try #require(Language("fr"))
        let language = try #require(Language(standard))
        let text = "Cette méthode de connexion est désactivée. Utilisez votre compte Apple."
        try await GoTrueClient(server).set {
            $0.isAnonymous = true
            $0.methods = [.anonymous]
            $0.language = language
            $0.texts = [
                MessageText(code: "EMAIL_PASSWORD_DISABLED", language: french, text: text),
                MessageText(code: "email_provider_disabled", language: french, text: text),
                MessageText(code: "email_provider_disabled", language: .english, text: "This way is off."),
                MessageText(code: "EMAIL_PASSWORD_DISABLED", language: .english, text: "This way is off."),
            ]
        }
        let headers: HTTPFields = accepted.isEmpty ? [:] : [.acceptLanguage: accepted]

        let goTrue = try await GoTrueClient(server).send(
            .post,
            "token?grant_type=password",
            #"{"email":"a@example.com","password":"correct horse battery"}"#,
            headers: headers
        )
        let betterAuth = try await BetterAuthClient(server).post(
            "sign-in/email",
            #"{"email":"a@example.com","password":"correct horse battery"}"#,
            headers: headers
        )

        #expect(goTrue.code == "email_provider_disabled" && betterAuth.code == "EMAIL_PASSWORD_DISABLED")
        #expect(try goTrue.json["message"]?.stringValue == text)
        #expect(try betterAuth.json["message"]?.stringValue == text)
    }
}
