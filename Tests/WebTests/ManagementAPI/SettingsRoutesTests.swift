import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases
import WebCore

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct SettingsRoutesTests {
    private let path = "/api/v1/tenants/acme/settings"

    @Test func `settings are read, changed in part, and refused from an older version`() async throws {
        let site = try await Site()
        let change: JSONValue = [
            "version": 0, "methods": ["password", "anonymous"], "sign_up": "open", "idle_seconds": 3600,
            "apple_account_deleted": "delete", "session_limit_action": "refuse",
            "texts": [["code": "invalid_credentials", "language": "fr", "text": "Réessayons."]],
            "default_attributes": [
                ["name": "trial_ends_at", "after_seconds": 604_800], ["name": "plan", "value": "free"],
            ],
        ]

        let standard = try await site.send(.get, path)
        #expect(try standard.json["version"] == 0 && standard.json["session_limit_action"] == "end_oldest")
        let changed = try await site.send(.patch, path, json: change)

        #expect(changed.status == 200, "\(changed.text)")
        #expect(try changed.json["version"] == 1 && changed.json["methods"] == ["anonymous", "password"])
        #expect(try changed.json["apple_account_deleted"] == "delete")
        #expect(try changed.json["session_limit_action"] == "refuse")
        #expect(
            try changed.json["default_attributes"] == change["default_attributes"]
                && changed.json["texts"] == change["texts"]
        )
        #expect(try await site.send(.get, path).json == changed.json)
        #expect(try await site.send(.patch, path, json: change).code == "settings_changed")
    }

    @Test(arguments: [
        ("{\"methods\":\"password\"}", "methods"), ("{\"methods\":[\"magic\"]}", "methods"),
        ("{\"methods\":[]}", "methods"),
        ("{\"session_limit_action\":\"perhaps\"}", "session_limit_action"),
        ("{\"session_limit_action\":null,\"dialect\":\"soap\"}", "dialect"),
        ("{\"dialect\":\"soap\"}", "dialect"), ("{\"apple_account_deleted\":\"perhaps\"}", "apple_account_deleted"),
        ("{\"idle_seconds\":1}", "idle_seconds"), ("{\"language\":\"French\"}", "language"),
        ("{\"sessions_per_person\":0}", "sessions_per_person"),
        ("{\"sessions_per_person\":101}", "sessions_per_person"),
        ("{\"texts\":[1]}", "texts[0]"), ("{\"texts\":[{\"code\":\"a\",\"language\":\"fr\"}]}", "texts[0].text"),
        ("{\"texts\":{}}", "texts"), ("{\"default_attributes\":[{\"name\":\"a\"}]}", "default_attributes[0].value"),
        ("{\"default_attributes\":[{\"name\":\"a\",\"value\":[]}]}", "default_attributes[0].value"),
        ("{\"default_attributes\":[{\"name\":\"providers\",\"value\":1}]}", "default_attributes[0].name"),
        (
            "{\"default_attributes\":[{\"name\":\"a\",\"value\":-9223372036854775808}]}", "default_attributes[0].value"
        ),
        ("{\"sign_up\":[\"open\"]}", "sign_up"), ("{\"everything\":true}", "everything"),
    ])
    func `what is no setting is refused with the field`(body: String, field: String) async throws {
        let site = try await Site()

        let answer = try await site.send(.patch, path, json: JSONValue(parsing: body.utf8))

        #expect(answer.status == 422 && answer.fields.contains(field), "\(answer.text)")
    }

    @Test func `an app of a tenant that speaks another dialect is turned away`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()
        let acme = server.acme
        _ = try await acme.services.settings.change(expecting: nil, grant: acme.system.grant()) { $0.dialect = .gotrue }

        for answer in [
            try await app.get("get-session", token: token), try await app.get("get-session"), try await app.signIn(),
        ] {
            #expect(answer.status == 403 && answer.code == "DIALECT_DISABLED")
        }
    }

    @Test func `Better Auth says what is off in its own words`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        _ = try await app.signUp()
        let acme = server.acme
        func set(_ edit: @escaping @Sendable (inout TenantSettings) -> Void) async throws {
            _ = try await acme.services.settings.change(expecting: nil, grant: acme.system.grant(), edit: edit)
        }
        let nora = #"{"name":"Nora","email":"nora@example.com","password":"correct horse battery"}"#

        try await set { $0.confirmsEmail = true }
        let made = try await app.post("sign-up/email", nora)
        #expect(try made.status == 200 && made.json["token"] == .null && made.headers[.setAuthToken] == nil)
        #expect(try await app.signIn().code == "EMAIL_NOT_VERIFIED")
        try await set { $0.signUp = .closed }
        #expect(try await app.post("sign-up/email", nora).code == "EMAIL_PASSWORD_SIGN_UP_DISABLED")
        try await acme.connectApple()
        try await set { $0.methods = [.apple] }
        #expect(try await app.signIn().code == "EMAIL_PASSWORD_DISABLED")
    }
}
