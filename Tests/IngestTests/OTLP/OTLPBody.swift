import Domain
import StrictJSON
import SwiftProtobuf

@testable import Ingest

/// Bodies of requests for tests.
enum OTLPBody {
    static let now = Timestamp(milliseconds: 1_795_251_600_000)
    /// A second before `now`, in nanoseconds.
    static let time: UInt64 = 1_795_251_599_000_000_000

    static func logs(
        _ records: [ProtoLogRecord],
        resource: [ProtoKeyValue] = [],
        scope: ProtoInstrumentationScope = ProtoInstrumentationScope()
    ) throws -> [UInt8] {
        try ProtoExportLogsServiceRequest.with { request in
            request.resourceLogs = [
                .with { group in
                    group.resource.attributes = resource
                    group.scopeLogs = [
                        .with { logs in
                            logs.scope = scope
                            logs.logRecords = records
                        }
                    ]
                }
            ]
        }
        .serializedBytes()
    }

    static func spans(_ spans: [ProtoSpan], resource: [ProtoKeyValue] = []) throws -> [UInt8] {
        try ProtoExportTraceServiceRequest.with { request in
            request.resourceSpans = [
                .with { group in
                    group.resource.attributes = resource
                    group.scopeSpans = [.with { $0.spans = spans }]
                }
            ]
        }
        .serializedBytes()
    }

    static func record(_ attributes: [ProtoKeyValue] = [], at time: UInt64 = time) -> ProtoLogRecord {
        .with { record in
            record.timeUnixNano = time
            record.attributes = attributes
        }
    }

    static func attribute(_ name: String, _ value: String) -> ProtoKeyValue {
        .with { attribute in
            attribute.key = name
            attribute.value = text(value)
        }
    }

    static func text(_ text: String) -> ProtoAnyValue { .with { $0.stringValue = text } }

    /// A list in a list, `levels` deep.
    static func nested(_ levels: Int) -> ProtoAnyValue {
        (0..<levels).reduce(text("deep")) { inner, _ in .with { $0.arrayValue.values = [inner] } }
    }

    static func json(_ records: String, resource: String = "") -> [UInt8] {
        Array(
            #"{"resourceLogs":[{"resource":{"attributes":[\#(resource)]},"scopeLogs":[{"logRecords":[\#(records)]}]}]}"#
                .utf8
        )
    }

    /// A field with a message, text or bytes.
    static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length = content.count
        var bytes = [number << 3 | 2]
        repeat {
            bytes.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
            length >>= 7
        } while length > 0
        return bytes + content
    }

    /// A request of records that are already encoded.
    static func logs(encoded records: [[UInt8]]) -> [UInt8] {
        field(1, field(2, records.flatMap { field(2, $0) }))
    }
}

extension OTLPBody {
    static func decode(_ body: [UInt8], as encoding: OTLPEncoding = .protobuf) throws(DeliveryError) -> EventDelivery {
        try OTLPLogs.decode(body, as: encoding, receivedAt: now)
    }
}
