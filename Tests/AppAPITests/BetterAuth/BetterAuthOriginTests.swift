import Domain
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

/// What pages of other origins can do.
@Suite struct BetterAuthOriginTests {
    private static let origin = "https://app.example"

    @Test(arguments: ["sign-in/email", "get-session", "verify-email", "admin/list-users"])
    func `a preflight allows what clients and tracing send, without credentials`(path: String) async throws {
        let answer = try await AppServer().send(
            .options,
            "/api/auth/\(path)",
            headers: [
                .origin: Self.origin, .accessControlRequestMethod: "POST",
                .accessControlRequestHeaders: "apikey, baggage, content-type, sentry-trace, traceparent",
            ]
        )

        #expect(answer.status == 204 && answer.bytes.isEmpty)
        #expect(answer.headers[.accessControlAllowOrigin] == "*")
        #expect(answer.headers[.accessControlAllowMethods] == "GET, POST")
        #expect(
            answer.headers[.accessControlAllowHeaders]
                == """
                authorization, content-type, apikey, x-gatehouse-key, traceparent, tracestate, baggage, sentry-trace
                """
        )
        #expect(answer.headers[.accessControlAllowCredentials] == nil)
    }

    @Test func `a page may read every answer, also of an error`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let token = try await app.signUp()
        let rejected = try await app.signIn(password: "wrong horse battery")
        for _ in 0..<9 { _ = try await app.signIn(password: "wrong horse battery") }

        let answers: [(Int, AppServer.Answer)] = [
            (200, try await app.get("ok")), (200, try await app.get("get-session", token: token)),
            (401, rejected), (401, try await app.get("list-sessions")),
            (429, try await app.signIn()), (400, try await app.post("sign-in/email", "{")),
            (401, try await app.get("admin/list-users")), (404, try await app.get("unknown")),
            (404, try await app.server.send(.delete, "/api/auth/sign-in")),
        ]

        for (status, answer) in answers {
            #expect(answer.status == status)
            #expect(answer.headers[.accessControlAllowOrigin] == "*", "\(status): \(answer.text)")
            #expect(answer.headers[.accessControlAllowCredentials] == nil)
            let exposed = answer.headers[.accessControlExposeHeaders]
            #expect(
                exposed?.lowercased() == "set-auth-token, x-retry-after, retry-after, x-request-id, x-error-reference"
            )
            // Pages read the answers by CORS, which this field does not restrict.
            #expect(answer.headers[.crossOriginResourcePolicy] == "same-origin")
        }
    }

    @Test func `a request with the cookie from another origin is still rejected`() async throws {
        let server = try await AppServer()
        var browser = BetterAuthBrowser(server)
        _ = try await browser.app.signUp()
        try await browser.signIn("ada@example.com")

        browser.origin = Self.origin
        let answer = try await browser.post("revoke-sessions")

        browser.origin = "http://localhost:8080"
        #expect(answer.status == 403 && answer.code == "INVALID_ORIGIN")
        #expect(try await browser.user() == "Ada")
    }
}
