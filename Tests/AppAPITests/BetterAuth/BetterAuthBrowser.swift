import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// A page of acme in a browser, which keeps cookies.
struct BetterAuthBrowser {
    static let sessionCookie = "better-auth.session_token"

    let app: BetterAuthClient
    /// Of sessions.
    private(set) var cookies: [String: String] = [:]
    /// What marks the browser as one that was signed in before; it opens nothing.
    private(set) var deviceCookies: [String: String] = [:]
    var origin: String? = "http://localhost:8080"

    init(_ server: AppServer) { app = BetterAuthClient(server) }

    mutating func post(_ path: String, _ body: String = "{}") async throws -> AppServer.Answer {
        taking(try await app.post(path, body, headers: headers))
    }

    mutating func get(_ path: String) async throws -> AppServer.Answer {
        taking(try await app.get(path, headers: headers))
    }

    mutating func signIn(_ email: String, isRemembered: Bool = true) async throws {
        let body = #"{"email":"\#(email)","password":"\#(TestTenant.password)","rememberMe":\#(isRemembered)}"#
        #expect(try await post("sign-in/email", body).status == 200)
    }

    /// Who acts.
    mutating func user() async throws -> String? { try await get("get-session").json["user"]?["name"]?.stringValue }

    mutating func set(_ cookie: String, to value: String?) { cookies[cookie] = value }

    private var headers: HTTPFields {
        var headers: HTTPFields = [:]
        if let origin { headers[.origin] = origin }
        let all = cookies.merging(deviceCookies) { first, _ in first }
        if !all.isEmpty { headers[.cookie] = all.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }
        return headers
    }

    private mutating func taking(_ answer: AppServer.Answer) -> AppServer.Answer {
        for field in answer.headers[values: .setCookie] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let (name, value) = (String(pair[0]), field.contains("Max-Age=0") ? nil : String(pair[1]))
            if name.contains("gh-device") { deviceCookies[name] = value } else { cookies[name] = value }
        }
        return answer
    }
}
