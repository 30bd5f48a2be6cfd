import HTTPTypes
import Hummingbird
import HummingbirdTesting
import StrictJSON
import Testing

@testable import ConsoleKit
@testable import ManagementAPI
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct RequestContentTests {
    private func post(_ body: String, type: String?, encoding: String? = nil) async throws -> TestResponse {
        let router = TestRouter()
        router.routes().post("api/v1/thing") { call in
            var fields = try await call.request.jsonFields(upTo: 64)
            let name = fields.text("name", maximum: 10)
            try fields.finish()
            return name
        }
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.contentEncoding] = encoding
        return try await router.send(.post, "/api/v1/thing", headers: headers, body: body)
    }

    @Test(arguments: ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=\"UTF-8\""])
    func `JSON is taken under any spelling of its type`(type: String) async throws {
        #expect(try await post(#"{"name":"ada"}"#, type: type).text == "ada")
    }

    @Test(arguments: [
        (#"{"name":"ada"}"#, "text/plain", nil, 415, "unsupported_media_type"),
        (#"{"name":"ada"}"#, nil, nil, 415, "unsupported_media_type"),
        (#"{"name":"ada"}"#, "application/json; charset=latin1", nil, 415, "unsupported_media_type"),
        (#"{"name":"ada"}"#, "application/json", "gzip", 415, "unsupported_encoding"),
        (#"{"name":"\#(String(repeating: "a", count: 99))"}"#, "application/json", nil, 413, "too_large"),
        (#"{"name":"ada""#, "application/json", nil, 400, "malformed_request"),
        (#"{"name":"ada","name":"vic"}"#, "application/json", nil, 400, "malformed_request"),
        ("[]", "application/json", nil, 400, "malformed_request"),
        ("", "application/json", nil, 400, "malformed_request"),
        ("{}", "application/json", nil, 422, "invalid_fields"),
    ])
    func `a body that does not fit says why`(
        body: String,
        type: String?,
        encoding: String?,
        status: Int,
        code: String
    ) async throws {
        let response = try await post(body, type: type, encoding: encoding)

        #expect(response.status.code == status)
        #expect(try response.json()["code"] == .string(code))
    }
}
