import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing

@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct CodeNoteRoutesTests {
    private let path = "/api/v1/tenants/acme/codes/keychain.locked/note"

    @Test func `a note is replaced, read and removed`() async throws {
        let site = try await Site()
        let none: JSONValue = ["runbook": .null, "note": .null, "updated_at": .null]

        #expect(try await site.send(.get, path).json == none)
        let body: JSONValue = ["runbook": "https://wiki.example.com/x", "note": "Ask iOS."]
        let saved = try await site.send(.put, path, json: body).json
        #expect(saved["runbook"] == body["runbook"] && saved["note"] == body["note"])
        #expect(try await site.send(.get, path).json == saved)
        #expect(try await site.send(.put, path, json: ["note": "Only this."]).json["runbook"] == .null)
        #expect(try await site.send(.delete, path).status == 204)
        #expect(try await site.send(.delete, path).status == 204)
        #expect(try await site.send(.get, path).json == none)
    }

    @Test(
        arguments: [
            (["runbook": "http://wiki.example.com"], "runbook"), (["runbook": "javascript:alert(1)"], "runbook"),
            (["note": .string(String(repeating: "n", count: 501))], "note"), (["note": 5], "note"),
            (["title": "x"], "title"),
        ] as [(JSONValue, String)]
    )
    func `an invalid field is named`(body: JSONValue, field: String) async throws {
        let site = try await Site()

        let answer = try await site.send(.put, path, json: body)

        #expect(answer.status == 422 && answer.fields == [field])
    }

    @Test(arguments: ["none", "KEYCHAIN.LOCKED", "%00"])
    func `an unknown code is not found`(code: String) async throws {
        let site = try await Site()
        let unknown = "/api/v1/tenants/acme/codes/\(code)/note"

        for method in [HTTPRequest.Method.get, .delete] {
            #expect(try await [404, 400].contains(site.send(method, unknown).status))
        }
        #expect(try await [404, 400].contains(site.send(.put, unknown, json: ["note": "x"]).status))
    }
}
