import StrictJSON
import SwiftProtobuf

/// The bodies of responses of OTLP/HTTP, in the encoding of the request.
public enum OTLPReply {
    /// Encodes `ExportLogsServiceResponse`: empty when no record was rejected.
    public static func logs(rejected: Int, message: String, as encoding: OTLPEncoding) -> [UInt8] {
        let response = ProtoExportLogsServiceResponse.with { response in
            guard rejected > 0 else { return }
            response.partialSuccess.rejectedLogRecords = Int64(rejected)
            response.partialSuccess.errorMessage = message
        }
        return encoding == .protobuf ? bytes(response) : json("rejectedLogRecords", rejected, message)
    }

    /// Encodes `ExportTraceServiceResponse`: empty when no span was rejected.
    public static func traces(rejected: Int, message: String, as encoding: OTLPEncoding) -> [UInt8] {
        let response = ProtoExportTraceServiceResponse.with { response in
            guard rejected > 0 else { return }
            response.partialSuccess.rejectedSpans = Int64(rejected)
            response.partialSuccess.errorMessage = message
        }
        return encoding == .protobuf ? bytes(response) : json("rejectedSpans", rejected, message)
    }

    /// Encodes `google.rpc.Status`.
    /// - Parameter code: of `google.rpc.Code`.
    public static func failure(code: Int32, message: String, as encoding: OTLPEncoding) -> [UInt8] {
        switch encoding {
        case .protobuf:
            bytes(
                ProtoRPCStatus.with { status in
                    status.code = code
                    status.message = message
                }
            )
        case .json:
            (["code": .integer(Int64(code)), "message": .string(message), "details": []] as JSONValue).serialized()
        }
    }

    /// A number of 64 bits is text in JSON.
    private static func json(_ name: String, _ rejected: Int, _ message: String) -> [UInt8] {
        guard rejected > 0 else { return Array("{}".utf8) }
        let success: JSONValue = [name: .string("\(rejected)"), "errorMessage": .string(message)]
        return (["partialSuccess": success] as JSONValue).serialized()
    }

    /// A message of proto3 has no required fields, so that each can be encoded.
    private static func bytes(_ message: some Message) -> [UInt8] {
        (try? message.serializedBytes()) ?? []
    }
}

/// How the body of an OTLP request is written; its answer is written in the same way.
public enum OTLPEncoding: Sendable, CaseIterable {
    case protobuf
    case json
}
