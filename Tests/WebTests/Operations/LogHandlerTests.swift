import Domain
import Logging
import StrictJSON
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import WebFixtures

@Suite struct LogHandlerTests {
    private static let now = Timestamp(milliseconds: 0)

    private func json(_ log: (Logger) -> Void) -> [String] {
        lines(log) { LineLogHandler(label: $0, format: .json, output: $1, now: { Self.now }) }
    }

    private func text(_ log: (Logger) -> Void) -> [String] {
        lines(log) { LineLogHandler(label: $0, format: .text, output: $1, now: { Self.now }) }
    }

    private func lines(_ log: (Logger) -> Void, make: (String, LogOutput) -> any LogHandler) -> [String] {
        let recorder = LogRecorder()
        let output = LogOutput { recorder.append(String(decoding: $0, as: UTF8.self)) }
        log(Logger(label: "gatehouse") { make($0, output) })
        return recorder.all
    }

    @Test func `an entry is one JSON object on one line`() throws {
        let lines = json { logger in
            var logger = logger
            logger[metadataKey: "request_id"] = "r1"
            logger.info(
                "Request",
                metadata: ["status": "200", "list": ["a", "b"], "map": ["k": "v"], "level": "mine"]
            )
            logger.debug("Not shown")
        }

        #expect(lines.count == 1)
        #expect(
            lines.first == """
                {"time":"1970-01-01T00:00:00.000Z","level":"info","logger":"gatehouse","message":"Request",\
                "level_":"mine","list":["a","b"],"map":{"k":"v"},"request_id":"r1","status":"200"}

                """
        )
    }

    @Test(arguments: [
        "\n{\"level\":\"critical\"}", "\u{0}\u{1B}[31m", "\u{85}\u{9B}", "\u{2028}\u{2029}", "\u{202E}\u{2066}\u{200B}",
        "\"\\",
        "\u{E0001}",
        "\r\n",
    ])
    func `nothing that a client sent can break out of its value`(hostile: String) throws {
        let lines = json {
            $0.error("Message \(hostile)", metadata: ["value": .string(hostile), .init(hostile): "key"])
        }

        let line = try #require(lines.first)
        #expect(lines.count == 1)
        #expect(line.unicodeScalars.dropLast().allSatisfy { !VisibleText.isHidden($0) })
        let value = try JSONValue(parsing: Array(line.utf8.dropLast()))
        #expect(value["value"]?.stringValue?.unicodeScalars.elementsEqual(hostile.unicodeScalars) == true)
    }

    @Test func `a value is cut where it is long, and nested no deeper than can be read`() throws {
        var deep = Logger.MetadataValue.string("end")
        for _ in 0..<1000 { deep = .array([deep]) }

        let line = try #require(
            json { $0.error("m", metadata: ["deep": deep, "long": .string(String(repeating: "x", count: 100_000))]) }
                .first
        )

        #expect(line.utf8.count < 5000)
        #expect(throws: Never.self) { try JSONValue(parsing: Array(line.utf8.dropLast())) }
    }

    @Test func `an error is named by its type`() throws {
        struct Leak: Error { let password = "hunter2" }

        let line = try #require(json { $0.error("Failed", error: Leak()) }.first)

        #expect(line.contains("\"error_type\":\"Leak\""))
        #expect(!line.contains("hunter2"))
    }

    @Test func `at a terminal an entry reads from left to right`() {
        let lines = text { $0.warning("Slow\u{202E}", metadata: ["route": "/", "agent": "a \"b\"", "empty": ""]) }

        #expect(lines == ["1970-01-01T00:00:00.000Z warning Slow\\u{202E} agent=\"a \\\"b\\\"\" empty=\"\" route=/\n"])
    }
}
