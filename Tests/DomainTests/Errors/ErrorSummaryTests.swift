import Domain
import Foundation
import Testing

@Suite struct ErrorSummaryTests {
    private enum Failure: Error {
        case plain
        case text(String)
        case numbers(offset: Int, note: String)
        indirect case nested(Failure)
    }

    private struct SampleError: Error, CustomStringConvertible {
        let secret = "s3cr3t"
        let line = 7
        var description: String { secret }
    }

    @Test func `the summary of an error has its case and numbers, and none of its texts`() {
        #expect(ErrorSummary(Failure.plain).detail == "plain")
        #expect(ErrorSummary(Failure.text("s3cr3t")).detail == "text")
        #expect(ErrorSummary(Failure.numbers(offset: 12, note: "s3cr3t")).detail == "numbers(offset=12)")
        #expect(ErrorSummary(Failure.nested(.text("s3cr3t"))).detail == "nested(text)")
        #expect(ErrorSummary(SampleError()).detail == "line=7")
        #expect(ErrorSummary(CocoaError(.fileNoSuchFile)).detail == "code=4")
        #expect(ErrorSummary(Failure.plain).type.hasSuffix("Failure"))
    }
}
