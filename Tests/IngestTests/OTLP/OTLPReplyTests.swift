import Domain
import StrictJSON
import SwiftProtobuf
import Testing

@testable import Ingest

@Suite struct OTLPReplyTests {
    @Test func `when nothing was rejected the response is empty`() {
        #expect(OTLPReply.logs(rejected: 0, message: "", as: .protobuf) == [])
        #expect(OTLPReply.traces(rejected: 0, message: "", as: .protobuf) == [])
        #expect(OTLPReply.logs(rejected: 0, message: "", as: .json) == Array("{}".utf8))
        #expect(OTLPReply.traces(rejected: 0, message: "", as: .json) == Array("{}".utf8))
    }

    @Test func `a partial success counts what was rejected, as text in JSON`() throws {
        let logs = try ProtoExportLogsServiceResponse(
            serializedBytes: OTLPReply.logs(rejected: 3, message: "why", as: .protobuf)
        )
        let traces = try ProtoExportTraceServiceResponse(
            serializedBytes: OTLPReply.traces(rejected: 3, message: "why", as: .protobuf)
        )

        #expect(logs.partialSuccess.rejectedLogRecords == 3 && logs.partialSuccess.errorMessage == "why")
        #expect(traces.partialSuccess.rejectedSpans == 3 && traces.partialSuccess.errorMessage == "why")
        #expect(
            String(decoding: OTLPReply.logs(rejected: 3, message: "why", as: .json), as: UTF8.self)
                == #"{"partialSuccess":{"rejectedLogRecords":"3","errorMessage":"why"}}"#
        )
        #expect(
            String(decoding: OTLPReply.traces(rejected: 3, message: "why", as: .json), as: UTF8.self)
                == #"{"partialSuccess":{"rejectedSpans":"3","errorMessage":"why"}}"#
        )
    }

    @Test func `a failure is a status of gRPC`() throws {
        let status = try ProtoRPCStatus(
            serializedBytes: OTLPReply.failure(code: 3, message: "no", as: .protobuf)
        )

        #expect(status.code == 3 && status.message == "no")
        #expect(
            String(decoding: OTLPReply.failure(code: 3, message: "no", as: .json), as: UTF8.self)
                == #"{"code":3,"message":"no","details":[]}"#
        )
    }
}
