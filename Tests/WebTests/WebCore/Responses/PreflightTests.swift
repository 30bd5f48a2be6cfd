import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import WebCore
@testable import WebFixtures

@Suite struct PreflightTests {
    private static let preflight = Preflight(
        methods: [.get, .post],
        headers: [.authorization, .contentType, .gatehouseKey]
    )

    @Test(arguments: [[:], [.origin: "https://app.example"], [.origin: "null"]] as [HTTPFields])
    func `a preflight gets the same answer for every origin`(headers: HTTPFields) async throws {
        let router = TestRouter()
        router.routes().on(.options, "events", use: Self.preflight.answer)

        let response = try await router.send(.options, "/events", headers: headers)

        #expect(response.status == .noContent)
        #expect(response.headers[.accessControlAllowOrigin] == "*")
        #expect(response.headers[.accessControlAllowMethods] == "GET, POST")
        #expect(
            response.headers[.accessControlAllowHeaders]
                == "authorization, content-type, x-gatehouse-key, traceparent, tracestate, baggage, sentry-trace"
        )
        #expect(response.headers[.accessControlMaxAge] == "3600")
        #expect(response.headers[.accessControlAllowCredentials] == nil)
    }
}
