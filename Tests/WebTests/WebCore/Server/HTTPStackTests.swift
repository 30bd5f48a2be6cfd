import Domain
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import StrictJSON
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct HTTPStackTests {
    @Test(arguments: ["6F9619FF-8B86-d011-b42d-00c04fc964ff", "4bf92f3577b34da6a3ce929d0e0e4736"])
    func `every answer carries an id of ours, also one to an unknown path`(theirs: String) async throws {
        let router = TestRouter()

        let response = try await router.send(.get, "/nowhere", headers: [.xRequestID: theirs])

        let id = try #require(response.headers[.xRequestID])
        #expect(id.count == 36)
        #expect(id != theirs)
        #expect(
            router.logs.all.contains { $0.contains("request_id=\(id)") && $0.contains("client_request_id=\(theirs)") }
        )
    }

    @Test(arguments: [
        "a b\u{202E}", "theirs", "gh_s_9yB3kQ2mXw7tLrVn5PzHc8DfJs4GaE1u", "eyJhbGciOiJFUzI1NiJ9-eyJzdWIiOiIxIn0-c2ln",
        "6F9619FF-8B86-d011-b42d-00c04fc964fg", "6F9619FF8B86-d011-b42d-00c04fc964ff",
        "4bf92f3577b34da6a3ce929d0e0e473",
    ])
    func `a request id of a client that could be something else is not even logged`(theirs: String) async throws {
        let router = TestRouter()

        _ = try await router.send(.get, "/nowhere", headers: [.xRequestID: theirs])

        #expect(!router.logs.all.joined().contains("client_request_id"))
    }

    @Test(arguments: ["/users/%00", "/users/ada%00.html", "/users/%0a", "/%1F", "/users/%7f", "/users/%C2%85"])
    func `a path with a control character reaches no handler`(path: String) async throws {
        let router = TestRouter()
        router.routes().get("users/:user") { _ in "reached" }

        let response = try await router.send(.get, path)

        #expect(response.status == .badRequest)
        #expect(!response.text.contains("reached"))
    }

    @Test(arguments: [
        (DomainError.notFound(.auditEntry), 404, "audit_entry_not_found"),
        (.conflict(.emailTaken), 409, "email_taken"),
        (.conflict(.tenantSuspended), 403, "tenant_suspended"),
        (.invalid("email", .missing), 422, "invalid_fields"),
        (.denied(.missingPermission(.readUsers)), 403, "missing_permission"),
        (.denied(.outranked), 403, "outranked"),
        (.throttled(retryAfter: .milliseconds(1500)), 429, "throttled"),
        (.unavailable(retryAfter: .seconds(3)), 503, "unavailable"),
    ])
    func `a domain error becomes a problem document`(error: DomainError, status: Int, code: String) async throws {
        let router = TestRouter()
        router.routes().get("api/v1/thing") { _ -> Response in throw error }

        let response = try await router.send(.get, "/api/v1/thing")

        let problem = try response.json()
        #expect(response.status.code == status)
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(problem["code"] == .string(code))
        #expect(problem["status"] == .integer(Int64(status)))
        #expect(problem["request_id"]?.stringValue == response.headers[.xRequestID])
        let id = try #require(response.headers[.xRequestID])
        let reference = try #require(TraceID(ofRequest: id).map { AttemptReference($0) }).description
        #expect(problem["reference"]?.stringValue == reference)
        #expect(response.headers[.xErrorReference] == reference)
    }

    @Test func `an error is named after the attempt of its request, and a success is not`() async throws {
        let router = TestRouter()
        router.routes().get("api/v1/thing") { _ -> Response in throw DomainError.notFound(.user) }
        router.routes().get("api/v1/other") { _ in Response(status: .ok) }
        let trace: HTTPFields = [
            HTTPField.Name("traceparent")!: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        ]  // a token

        let failed = try await router.send(.get, "/api/v1/thing", headers: trace)
        let unknown = try await router.send(.get, "/nowhere", headers: trace)
        let succeeded = try await router.send(.get, "/api/v1/other", headers: trace)

        #expect(failed.headers[.xErrorReference] == "9FWJ-YDBQ" && unknown.headers[.xErrorReference] == "9FWJ-YDBQ")
        #expect(succeeded.headers[.xErrorReference] == nil)
    }

    @Test func `a throttled request learns how long to wait, rounded up`() async throws {
        let router = TestRouter()
        router.routes().get("page") { _ -> Response in throw DomainError.throttled(retryAfter: .milliseconds(1500)) }

        let response = try await router.send(.get, "/page")

        #expect(response.headers[.retryAfter] == "2")
    }

    @Test func `a field problem names the field, its code and the correction`() async throws {
        let router = TestRouter()
        router.routes().get("api/v1/thing") { _ -> Response in throw DomainError.invalid("name", .tooLong(maximum: 3)) }

        let errors = try await router.send(.get, "/api/v1/thing").json()["errors"]

        #expect(errors == [["field": "name", "code": "too_long", "message": "Use at most 3 characters."]])
    }

    @Test func `an unexpected error is hidden from the client, and its type is logged once`() async throws {
        struct Leak: Error { let password = "hunter2" }
        let router = TestRouter()
        router.routes().get("api/v1/thing") { _ -> Response in throw Leak() }

        let response = try await router.send(.get, "/api/v1/thing?q=hunter2")

        #expect(response.status == .internalServerError)
        #expect(try response.json()["code"] == "internal_error")
        #expect(!response.text.contains("Leak") && !response.text.contains("hunter2"))
        let errors = router.logs.all.filter { $0.hasPrefix("error") }
        #expect(errors.count == 1)
        #expect(errors.first?.contains("error_type=Leak") == true)
        #expect(!router.logs.all.joined().contains("hunter2"))
    }

    @Test func `an unexpected error that is answered as unavailable is logged too`() async throws {
        struct Busy: HTTPResponseError {
            var status: HTTPResponse.Status { .serviceUnavailable }
            let attempts = 3
            func response(from request: Request, context: some RequestContext) -> Response { Response(status: status) }
        }
        let router = TestRouter()
        router.routes().get("api/v1/thing") { _ -> Response in throw Busy() }
        router.routes().get("api/v1/unavailable") { _ -> Response in
            throw DomainError.unavailable(retryAfter: .seconds(1))
        }

        #expect(try await router.send(.get, "/api/v1/thing").status == .serviceUnavailable)
        #expect(try await router.send(.get, "/api/v1/unavailable").status == .serviceUnavailable)

        // An error of a store was logged by the store.
        let errors = router.logs.all.filter { $0.hasPrefix("error") }
        #expect(errors.count == 1)
        #expect(
            errors.first?.contains("error_detail=attempts=3") == true
                && errors.first?.contains("error_type=Busy") == true
        )
    }

    @Test func `the words of an HTTP error are not repeated`() async throws {
        let router = TestRouter()
        router.routes().get("api/v1/thing") { _ -> Response in throw HTTPError(.badRequest, message: "secret words") }

        let response = try await router.send(.get, "/api/v1/thing")

        #expect(response.status == .badRequest)
        #expect(try response.json()["code"] == "malformed_request")
        #expect(!response.text.contains("secret"))
    }

    @Test func `an unknown path is answered in the rendering of its prefix`() async throws {
        let router = TestRouter()

        let api = try await router.send(.get, "/api/v1/nowhere")
        let page = try await router.send(.get, "/api/v10")

        #expect(api.status == .notFound)
        #expect(try api.json()["code"] == "not_found")
        #expect(page.text == "<h1>Page not found</h1>")
    }

    @Test func `a known path with another method says which methods it has`() async throws {
        let router = TestRouter()
        let users = router.routes().group("api/v1/users")
        users.get { _ in "" }
        users.post { _ in "" }
        users.get("search") { _ in "" }
        users.delete(":user") { _ in "" }

        let list = try await router.send(.put, "/api/v1/users")
        let one = try await router.send(.post, "/api/v1/users/ada")
        let constant = try await router.send(.delete, "/api/v1/users/search")

        #expect(list.status == .methodNotAllowed)
        #expect(list.headers[.allow] == "GET, HEAD, POST")
        #expect(one.headers[.allow] == "DELETE")
        #expect(constant.headers[.allow] == "GET, HEAD")
    }

    @Test func `what a handler says is not found stays not found`() async throws {
        let router = TestRouter()
        router.routes().get("api/v1/users/:user") { _ -> Response in throw HTTPError(.notFound) }

        #expect(try await router.send(.get, "/api/v1/users/ada").status == .notFound)
    }

    @Test func `HEAD gets no body, also of an error`() async throws {
        let router = TestRouter()

        let response = try await router.send(.head, "/api/v1/nowhere")

        #expect(response.status == .notFound)
        #expect(response.body.readableBytes == 0)
    }

    @Test func `every answer has safe headers, and a page a strict policy`() async throws {
        let router = TestRouter()
        router.routes().get("api/v1/thing") { _ in Response.json(["ok": true]) }

        let json = try await router.send(.get, "/api/v1/thing")
        let page = try await router.send(.get, "/nowhere")

        for response in [json, page] {
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.referrerPolicy] == "no-referrer")
            #expect(response.headers[.strictTransportSecurity] != nil)
        }
        #expect(json.headers[.contentSecurityPolicy] == nil)
        #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
    }

    @Test func `without https nothing promises https`() async throws {
        #expect(try await TestRouter(isSecure: false).send(.get, "/").headers[.strictTransportSecurity] == nil)
    }

    @Test func `the log names the route and never the path or the query`() async throws {
        let router = TestRouter()
        router.routes().get("users/:user") { _ in "" }

        _ = try await router.send(.get, "/users/zoe?token=xyz")
        _ = try await router.send(.get, "/somewhere/else")

        let log = router.logs.all.joined(separator: "\n")
        #expect(log.contains("route=/users/{user}"))
        #expect(log.contains("route=unmatched"))
        // Ids of requests are hexadecimal: by chance one contains any word of the letters a to f.
        #expect(!log.contains("zoe") && !log.contains("xyz") && !log.contains("somewhere"))
    }
}
