import Domain
import Fixtures
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import WebCore
@testable import WebFixtures

/// The request bodies of Better Auth.
@Suite struct BetterAuthBodyTests {
    private static let ada = #""email":"ada@example.com","password":"correct horse battery""#

    @Test(arguments: ["rememberMe", "callbackURL", "image", "name"])
    func `null is not the same as an absent member`(member: String) async throws {
        let client = BetterAuthClient(try await AppServer())

        let rejected = try await client.post("sign-up", #"{\#(Self.ada),"\#(member)":null}"#)
        let accepted = try await client.post("sign-up", "{\(Self.ada)}")

        #expect(rejected.status == 400 && rejected.code == "VALIDATION_ERROR")
        #expect(
            try rejected.json["message"]?.stringValue == "[body.\(member)] This must be something other than null.",
            "\(rejected.text)"
        )
        #expect(accepted.status == 200)
    }

    @Test func `null removes a picture, and a change of nothing is rejected`() async throws {
        let client = BetterAuthClient(try await AppServer())
        let token = try await client.signUp()
        func picture() async throws -> JSONValue? {
            try await client.get("get-session", token: token).json["user"]?["image"]
        }

        for (body, expected) in [
            (#"{"image":"https://a.example/1.png"}"#, "https://a.example/1.png"), (#"{"name":"Ada"}"#, nil),
            (#"{"image":null}"#, .null),
        ] as [(String, JSONValue?)] {
            let before = try await picture()
            #expect(try await client.post("update-user", body, token: token).status == 200, "\(body)")
            #expect(try await picture() == expected ?? before, "\(body)")
        }
        let nothing = try await client.post("update-user", #"{"colour":"red"}"#, token: token)
        let email = try await client.post("update-user", #"{"email":7,"name":7}"#, token: token)
        #expect(nothing.status == 400 && nothing.code == "NO_FIELDS_TO_UPDATE")
        #expect(email.status == 400 && email.code == "EMAIL_CAN_NOT_BE_UPDATED")
    }

    @Test func `an error in an object names its member, and null is absent there`() async throws {
        let client = BetterAuthClient(try await AppServer())
        func message(_ token: String, _ more: String = "") async throws -> String {
            let answer = try await client.post("sign-in/social", #"{"provider":"apple","idToken":\#(token)\#(more)}"#)
            #expect(answer.status == 400 && answer.code == "VALIDATION_ERROR", "\(answer.text)")
            return try answer.json["message"]?.stringValue ?? ""
        }

        #expect(try await message("{}").hasPrefix("[body.idToken.token]"))
        #expect(try await message(#"{"token":null}"#).hasPrefix("[body.idToken.token]"))
        #expect(try await message("[]").hasPrefix("[body.idToken]"))
        let name = try await message(#"{"token":"a.b.c","nonce":null,"user":{"name":{"firstName":7,"lastName":null}}}"#)
        #expect(name.hasPrefix("[body.idToken.user.name.firstName]") && !name.contains(";"))
        #expect(try await message(#"{"token":"a.b.c"}"#, #","password":7"#).hasPrefix("[body.password]"))
    }

    @Test func `a provider that is not Apple is not found, whatever else is wrong`() async throws {
        let client = BetterAuthClient(try await AppServer())

        let other = try await client.post("sign-in/social", #"{"provider":"google","idToken":7}"#)
        let missing = try await client.post("sign-in/social", #"{"provider":"","idToken":{"token":"a.b.c"}}"#)

        #expect(other.status == 404 && other.code == "PROVIDER_NOT_FOUND")
        #expect(missing.status == 400 && missing.code == "VALIDATION_ERROR")
    }

    @Test func `a role is a name, or a list of one`() async throws {
        let server = try await AppServer()
        let client = BetterAuthClient(server, key: server.acme.creation.secretKey)
        let ada = try await server.acme.add("Ada")

        for (role, status) in [
            (#""driver""#, 200), (#"["partner"]"#, 200), (#"["driver","partner"]"#, 400), ("[]", 400), ("null", 400),
            ("[7]", 400), ("7", 400),
        ] {
            let answer = try await client.post("admin/set-role", #"{"userId":"\#(ada.id)","role":\#(role)}"#)
            #expect(answer.status == status, "\(role): \(answer.text)")
        }
        let missing = try await client.post("admin/set-role", #"{"userId":"\#(ada.id)"}"#)
        #expect(missing.status == 400 && missing.code == "VALIDATION_ERROR")
        let data = try await client.post("admin/update-user", #"{"userId":"\#(ada.id)","data":{"role":null}}"#)
        #expect(data.status == 400 && data.code == "VALIDATION_ERROR", "\(data.text)")
        #expect(
            try await server.acme.services.users.user(ada.id, grant: server.acme.system.grant()).summary.user.role
                .description == "partner"
        )
    }
}
