import Database
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

@Suite struct BetterAuthAccountTests {
    @Test func `one's own name and picture change, and nothing else does`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let token = try await app.signUp()

        let answer = try await app.post(
            "update-user",
            #"{"name":"Ada L","image":"https://x.example/a.png","role":"admin","emailVerified":true,"userId":"x"}"#,
            token: token
        )

        #expect(answer.text == #"{"status":true}"#)
        let user = try #require(try await app.get("get-session", token: token).json["user"])
        #expect(user["name"] == "Ada L" && user["image"] == "https://x.example/a.png")
        #expect(user["role"] == "customer" && user["emailVerified"] == false)
        _ = try await app.post("update-user", #"{"image":null}"#, token: token)
        let later = try #require(try await app.get("get-session", token: token).json["user"])
        #expect(later["image"] == .null && later["name"] == "Ada L")
        #expect(
            try await app.post("update-user", #"{"email":"x@example.com"}"#, token: token).code
                == "EMAIL_CAN_NOT_BE_UPDATED"
        )
        #expect(try await app.post("update-user", "{}", token: token).code == "NO_FIELDS_TO_UPDATE")
    }

    @Test func `a fresh session deletes its account, an old one only with the password`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()
        server.installation.clock.advance(by: .hours(25))

        let old = try await app.post("delete-user", "{}", token: token)
        #expect(old.status == 400 && old.code == "SESSION_EXPIRED")
        let wrong = try await app.post("delete-user", #"{"password":"wrong horse battery"}"#, token: token)
        #expect(wrong.status == 400 && wrong.code == "INVALID_PASSWORD")
        #expect(try await app.post("delete-user", #"{"token":"x"}"#, token: token).code == "INVALID_TOKEN")
        let deleted = try await app.post("delete-user", #"{"password":"correct horse battery"}"#, token: token)

        #expect(deleted.text == #"{"success":true,"message":"User deleted"}"#)
        #expect(try await app.get("get-session", token: token).text == "null")
        #expect(try await app.signIn().status == 401)
        let fresh = try await app.signUp()
        #expect(try await app.post("delete-user", "{}", token: fresh).status == 200)
    }

    @Test func `ways to sign in are listed and taken away, but for the last`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let ada = try await server.acme.add("Ada")
        let token = try await server.acme.signIn(ada).token.text
        let (tenant, subject) = (server.acme.tenant.id.uuid, "001234.apple")
        try await server.installation.control.write(.tenant(tenant)) { transaction in
            _ = try transaction.execute(
                """
                INSERT INTO identities (tenant_id, provider, subject, user_id, secret, created_at, last_used_at)
                VALUES (\(tenant), \("apple"), \(subject), \(ada.id.uuid), NULL, \(ada.createdAt.milliseconds + 1), NULL)
                """
            )
        }

        let accounts = try #require(try await app.get("list-accounts", token: token).json.arrayValue)
        #expect(
            accounts.map { $0["providerId"] } == ["credential", "apple"] && accounts[1]["accountId"] == "001234.apple"
        )

        #expect(
            try await app.post("unlink-account", #"{"providerId":"google"}"#, token: token).code == "ACCOUNT_NOT_FOUND"
        )
        let other = try await app.post("unlink-account", #"{"providerId":"apple","accountId":"another"}"#, token: token)
        #expect(other.code == "ACCOUNT_NOT_FOUND")
        let gone = try await app.post(
            "unlink-account",
            #"{"providerId":"apple","accountId":"001234.apple"}"#,
            token: token
        )
        #expect(gone.text == #"{"status":true}"#)
        let last = try await app.post("unlink-account", #"{"providerId":"credential"}"#, token: token)
        #expect(last.status == 400 && last.code == "FAILED_TO_UNLINK_LAST_ACCOUNT")
        #expect(try await app.get("list-accounts", token: token).json.arrayValue?.count == 1)
    }

    @Test func `an old session takes no way to sign in away`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()
        server.installation.clock.advance(by: .hours(25))

        let answer = try await app.post("unlink-account", #"{"providerId":"credential"}"#, token: token)

        #expect(answer.status == 403 && answer.code == "SESSION_NOT_FRESH", "\(answer.text)")
    }
}
