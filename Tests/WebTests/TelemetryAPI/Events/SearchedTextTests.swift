import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

/// What a search finds of the messages that clients send, in all formats.
@Suite struct SearchedTextTests {
    private static let native =
        #"{"events":[{"time":"2026-11-21T08:59:00Z","stage":"refresh","outcome":"failed","error":{"message":"Seen\u0000behind"}}]}"#
    private static let sentry =
        "{}\n{\"type\":\"event\"}\n" + #"{"timestamp":1795251598.25,"level":"error","message":"Seen\u0000behind"}"#
    private static let otlp = #"""
        {"resourceLogs":[{"scopeLogs":[{"logRecords":[
          {"timeUnixNano":"1795251599000000000","severityNumber":17,"body":{"stringValue":"Seen\u0000behind"}}]}]}]}
        """#

    @Test(arguments: [
        ("/ingest/v1/events", native), ("/api/PROJECT/envelope/", sentry), ("/v1/logs", otlp),
    ])
    func `a message is found by what stands behind U+0000 in it`(path: String, body: String) async throws {
        let server = try await AppServer()
        let path = path.replacing("PROJECT", with: "\(server.acme.tenant.number)")
        let headers: HTTPFields = [
            .authorization: "Bearer \(server.acme.creation.ingestKey.text)", .contentType: "application/json",
        ]
        let now = server.installation.clock.now
        var query = EventQuery(from: now - .days(1), to: now + .days(1))

        let answer = try await server.send(.post, path, headers: headers, body: Array(body.utf8))

        #expect(answer.status == 200, "\(answer.text)")
        for (text, count) in [("BEHIND", 1), ("seen", 1), ("elsewhere", 0)] {
            query.text = text
            let found = try await server.installation.services.events.page(
                query,
                PageRequest(limit: 10),
                grant: server.acme.system.grant()
            )
            #expect(found.items.count == count, "\(text)")
            #expect(found.items.allSatisfy { $0.content.error?.message == "Seen\u{FFFD}behind" })
        }
    }
}
