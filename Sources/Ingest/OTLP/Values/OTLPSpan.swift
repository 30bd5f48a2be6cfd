import StrictJSON

/// A span as both encodings give it (opentelemetry-proto, `trace.proto`). See `OTLPLogRecord` for its values.
struct OTLPSpan: Hashable {
    /// The name of the event of a span that is an error (semantic conventions).
    static let exceptionName = "exception"

    var traceID: [UInt8] = []
    var spanID: [UInt8] = []
    var parentSpanID: [UInt8] = []
    var name = ""
    /// 1 internal, 2 server, 3 client, 4 producer, 5 consumer; 0 when unknown.
    var kind: Int32 = 0
    /// Nanoseconds since 1970; 0 when unknown.
    var start: UInt64 = 0
    var end: UInt64 = 0
    var attributes = JSONObject()
    /// The attributes that the SDK left out.
    var droppedAttributes: UInt32 = 0
    /// The attributes of the last event `exception`: the error that left the span.
    var exception: JSONObject?
    /// 0 unset, 1 ok, 2 error.
    var statusCode: Int32 = 0
    var statusMessage = ""
}
