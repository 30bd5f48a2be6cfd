import Domain
import Fixtures
import Testing
import UseCases

@testable import ManagementAPI

@Suite struct EventCSVTests {
    private func cell(_ message: String) throws -> String {
        let error = EventError(domain: "D", code: "1", message: message)
        let content = EventContent(
            id: Event.ID(.version7(at: Timestamp(milliseconds: 0), random: (0, 1))),
            occurredAt: TestClock().now,
            stage: .refresh,
            outcome: .failed,
            error: error
        )
        let event = StoredEvent(
            content: content,
            code: nil,
            receivedAt: TestClock().now,
            clockCorrection: .milliseconds(-5)
        )
        let line = EventCSV.line(event)
        let start = try #require(line.firstRange(of: ",D,1,")?.upperBound)
        let end = try #require(line.firstRange(of: ",[],")?.lowerBound)
        return String(line[start..<end])
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "\"'\tx\""),
        ("\rx", "\"'\rx\""), ("=HYPERLINK(\"a\",\"b\")", "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\""),
        ("a,b", "\"a,b\""), ("a\r\nb", "\"a\r\nb\""), ("say \"x\"", "\"say \"\"x\"\"\""),
        ("\u{FF1D}1+1", "'\u{FF1D}1+1"), ("\u{FF20}SUM(A1)", "'\u{FF20}SUM(A1)"), ("=\u{301}1", "'=\u{301}1"),
        ("\"\u{301}=", "\"\"\"\u{301}=\""), ("a=b", "a=b"), ("", ""),
        ("a;=1+1;b", "\"a;'=1+1;b\""), ("a\n=1+1", "\"a\n'=1+1\""), ("a\t\u{FF1D}1", "\"a\t'\u{FF1D}1\""),
        (";-1", "\";'-1\""), ("a; -1", "\"a; -1\""), ("a;\"=1+1;b", "\"a;\"\"'=1+1;b\""),
        ("a\t\"\"@x", "\"a\t\"\"\"\"'@x\""), ("\"=1", "\"\"\"'=1\""), ("say \"=\"", "\"say \"\"=\"\"\""),
    ])
    func `a hostile text stays a text in its cell`(_ text: String, _ cell: String) throws {
        #expect(Array(try self.cell(text).utf8) == Array(cell.utf8))
    }

    @Test func `a line has a cell for each name`() throws {
        let names = EventCSV.header.split(separator: ",", omittingEmptySubsequences: false)

        #expect(EventCSV.header.hasSuffix("\r\n") && names.contains("error_domain") && !names.contains("error"))
        #expect(Set(names).count == names.count)
    }
}
