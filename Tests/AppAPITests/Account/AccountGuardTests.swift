import Domain
import FakeApple
import Fixtures
import Foundation
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

/// Attacks on the sign-in of other users, and with a stolen session, are rejected.
@Suite struct AccountGuardTests {
    private func signIn(
        _ server: AppServer,
        _ password: String = TestTenant.password,
        from address: String
    ) async throws -> AppServer.Answer {
        try await server.send(
            .post,
            "/api/auth/sign-in/email",
            headers: [.apiKey: server.acme.creation.publishableKey.text, .contentType: "application/json"],
            body: Array(#"{"email":"ada@acme.example","password":"\#(password)"}"#.utf8),
            from: address
        )
    }

    @Test func `guesses from many networks lock no user out of their usual network`() async throws {
        let server = try await AppServer()
        try await server.acme.add("Ada")
        #expect(try await signIn(server, from: "198.51.100.7").status == 200)
        for number in 0..<100 {
            _ = try await signIn(server, "a wrong guess \(number)", from: "203.0.\(number / 10 + 1).1")
        }

        let own = try await signIn(server, from: "198.51.100.7")
        let strange = try await signIn(server, from: "192.0.2.77")
        for number in 0..<10 { _ = try await signIn(server, "a wrong guess \(number)", from: "198.51.100.7") }
        let spent = try await signIn(server, from: "198.51.100.7")

        #expect(own.status == 200, "\(own.text)")
        #expect(strange.status == 429)
        #expect(spent.status == 429, "their own network has ten tries, too")
    }

    @Test func `guesses at the console's sign-in lock no user out of their usual network`() async throws {
        let site = try await ConsoleSite()
        let access = site.services.console
        func beginSignIn(_ password: String, from address: String) async -> Bool {
            let result = try? await access.beginSignIn(
                email: "ada@acme.example",
                password: password,
                tenant: nil,
                from: SignInClient(
                    device: Device(),
                    origin: RequestOrigin(address: address, requestID: "r", trace: nil)
                )
            )
            return result != nil
        }
        #expect(await beginSignIn(TestTenant.password, from: "198.51.100.7"))
        for number in 0..<100 { _ = await beginSignIn("a wrong guess \(number)", from: "203.0.\(number / 10 + 1).1") }

        #expect(await beginSignIn(TestTenant.password, from: "198.51.100.7"))
        #expect(await !beginSignIn(TestTenant.password, from: "192.0.2.77"))
    }

    @Test func `another tenant makes no network known by giving somebody the same address`() async throws {
        let site = try await ConsoleSite()
        _ = try await site.services.users.create(
            UserAdministration.Draft(
                email: "ada@acme.example",
                name: "Not Ada",
                role: "admin",
                password: "the other tenant's horse"
            ),
            grant: site.globex.system.grant()
        )
        let device = Device()
        func beginSignIn(_ password: String, from address: String) async -> AuthFailure? {
            do throws(AuthFailure) {
                _ = try await site.services.console.beginSignIn(
                    email: "ada@acme.example",
                    password: password,
                    tenant: nil,
                    from: SignInClient(
                        device: device,
                        origin: RequestOrigin(address: address, requestID: "r", trace: nil)
                    )
                )
                return nil
            } catch { return error }
        }
        #expect(await beginSignIn("the other tenant's horse", from: "192.0.2.66") == nil)
        for number in 0..<100 { _ = await beginSignIn("a wrong guess \(number)", from: "203.0.\(number / 10 + 1).1") }

        guard case .throttled = await beginSignIn("a wrong guess", from: "192.0.2.66") else {
            Issue.record("the network of the other tenant's member has tries of its own")
            return
        }
    }

    @Test func `an anonymous user's attempts to add a taken email are rate limited`() async throws {
        let server = try await AppServer()
        let client = GoTrueClient(server)
        try await client.set { $0.methods = [.password, .anonymous] }
        try await server.acme.add("Ada")
        let guest = try GoTrueClient.tokens(try await client.send(.post, "signup", "{}"))

        var answers: [Int] = []
        for number in 0..<12 {
            let body = #"{"email":"ada@acme.example","password":"another horse \#(number)"}"#
            answers.append(try await client.send(.put, "user", body, token: guest.access).status)
        }

        #expect(answers.prefix(10).allSatisfy { $0 == 422 } && answers.suffix(2).allSatisfy { $0 == 429 }, "\(answers)")
    }

    @Test func `whether addresses have accounts is not asked without end`() async throws {
        let server = try await AppServer()
        let client = GoTrueClient(server)
        let tokens = try await client.signUp("eve@example.com")

        var answers: [Int] = []
        for number in 0..<12 {
            answers.append(
                try await client.send(.put, "user", #"{"email":"eve\#(number)@example.com"}"#, token: tokens.access)
                    .status
            )
        }

        #expect(answers.suffix(2).allSatisfy { $0 == 429 }, "\(answers)")
    }

    @Test func `an old session of an account without an address gets none without another sign-in`() async throws {
        let app = try await AppleApp { $0.methods = [.apple, .password] }
        let user = FakeUser(subject: app.ada.subject)
        let tokens = try GoTrueClient.tokens(try await app.signInByGrant(app.token(of: user)))
        let client = GoTrueClient(app.server)
        let body = #"{"email":"thief@example.com","password":"another horse battery"}"#
        app.clock.advance(by: .days(2))
        let fresh = try GoTrueClient.tokens(try await client.refresh(tokens.refresh))

        let stale = try await client.send(.put, "user", body, token: fresh.access)
        let again = try GoTrueClient.tokens(try await app.signInByGrant(app.token(of: user)))
        let good = try await client.send(.put, "user", body.replacing("thief", with: "grace"), token: again.access)

        #expect(stale.code == "reauthentication_needed", "\(stale.text)")
        #expect(good.status == 200, "\(good.text)")
    }

    @Test func `a member has to enter the password for a new one, even in a new session`() async throws {
        let server = try await AppServer()
        try await server.acme.add("Ada", role: .admin)
        let client = GoTrueClient(server)
        let tokens = try GoTrueClient.tokens(try await client.signIn("ada@acme.example"))

        let bare = try await client.send(.put, "user", #"{"password":"another horse battery"}"#, token: tokens.access)
        let shown = try await client.send(
            .put,
            "user",
            #"{"password":"another horse battery","current_password":"\#(TestTenant.password)"}"#,
            token: tokens.access
        )

        #expect(bare.code == "reauthentication_needed", "\(bare.text)")
        #expect(shown.status == 200, "\(shown.text)")
    }

    @Test func `a profile is not changed without end`() async throws {
        let server = try await AppServer()
        let ada = try await server.acme.add("Ada")
        let phone = try await ProfileTests.Device(server, ada)

        var answers: [Int] = []
        for number in 0..<122 { answers.append(try await phone.change(#"{"user_metadata":{"n":\#(number)}}"#).status) }

        #expect(
            answers.prefix(120).allSatisfy { $0 == 200 } && answers.suffix(2).allSatisfy { $0 == 429 },
            "\(answers)"
        )
    }
}
