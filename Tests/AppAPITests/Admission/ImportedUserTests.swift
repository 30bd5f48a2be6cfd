import Domain
import Fixtures
import Foundation
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct ImportedUserTests {
    private func server(with line: String) async throws -> AppServer {
        let server = try await AppServer()
        let outcomes = try await server.installation.services.transfer.add(
            [Data(line.utf8)],
            isTrial: false,
            grant: server.acme.system.grant()
        )
        #expect(outcomes == [.added])
        return server
    }

    private func hash(in server: AppServer) async throws -> String? {
        try await server.installation.services.transfer.part(
            after: nil,
            withPasswords: true,
            grant: server.acme.system.grant()
        )
        .lines.first?["password_hash"]?.stringValue
    }

    @Test(arguments: [
        "$2a$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo.",
        "0123456789abcdef0123456789abcdef:b87ad68e260d745e9edfac97cc70f72a8fbb1771cf033e8d2b3c360d3788e3548d977bae5090f5d6cd75f5190a6fbe6b0b5737d5420119bd1e44ccdc779acfe5",
    ])
    func `an imported user signs in with the old password, which is hashed anew`(
        hash: String
    ) async throws {
        let server = try await server(
            with: #"{"email":"Ada@Example.com","name":"Ada","email_verified":true,"password_hash":"\#(hash)"}"#
        )
        let app = BetterAuthClient(server)

        let wrong = try await app.signIn(password: "correct horse batterie")
        let between = try await self.hash(in: server)
        let right = try await app.signIn()
        let after = try await self.hash(in: server)
        let again = try await app.signIn()

        #expect(wrong.status == 401 && wrong.code == "INVALID_EMAIL_OR_PASSWORD")
        #expect(between?.hasSuffix(hash) == true)
        #expect(right.status == 200 && again.status == 200)
        #expect(try right.json["user"]?["email"] == "ada@example.com" && right.json["user"]?["emailVerified"] == true)
        #expect(after?.hasPrefix("$scrypt$ln=4,r=8,p=1,keyid=1$") == true)
    }

    @Test func `of several sign-ins at once all find the hash that one of them has made`() async throws {
        let hash = "$2a$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."
        let app = BetterAuthClient(try await server(with: #"{"email":"ada@example.com","password_hash":"\#(hash)"}"#))

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 { group.addTask { try await app.signIn().status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses == Array(repeating: 200, count: 6))
    }

    @Test func `a password with a NUL is wrong for an imported user, not an error`() async throws {
        let hash = "$2a$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."
        let app = BetterAuthClient(try await server(with: #"{"email":"ada@example.com","password_hash":"\#(hash)"}"#))

        let answer = try await app.signIn(password: #"correct horse battery\u0000"#)

        #expect([400, 401].contains(answer.status))
    }
}
