import Database
import Domain
import Fixtures
import StrictJSON
import Testing

@testable import UseCases
@testable import WebFixtures

/// A user who proves the password and may not sign in does not guess.
@Suite struct RightPasswordTests {
    private func failures(_ server: AppServer) async throws -> Int {
        try await server.installation.control.read(.installation("test")) {
            try $0.value("SELECT count(*) AS n FROM sign_in_failures") ?? -1
        }
    }

    @Test(arguments: [("BANNED_USER", false), ("EMAIL_NOT_VERIFIED", true)])
    func `a right password of a user who may not sign in is no failed guess`(code: String, isActive: Bool) async throws
    {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()
        if isActive {
            try await server.acme.set { $0.confirmsEmail = true }
        } else {
            let id = try #require(
                try await app.get("get-session", token: token).json["user"]?["id"]?.stringValue.flatMap(User.ID.init)
            )
            _ = try await server.installation.services.users.disable(id, grant: server.acme.system.grant())
        }
        #expect(try await app.signIn(password: "wrong horse battery").status == 401)
        #expect(try await failures(server) == 1)

        // More often than an account may be tried from one network.
        for _ in 0..<12 {
            let answer = try await app.signIn()
            #expect(answer.status == 403 && answer.code == code, "\(answer.text)")
        }

        #expect(try await failures(server) == 0)
    }

    @Test func `a wrong password of such a user is one`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        _ = try await app.signUp()
        try await server.acme.set { $0.confirmsEmail = true }
        var statuses: [Int] = []

        for _ in 0..<12 { statuses.append(try await app.signIn(password: "wrong horse battery").status) }

        #expect(statuses.first == 401 && statuses.last == 429, "\(statuses)")
    }
}
