import StrictJSON

/// A log record as both encodings give it (opentelemetry-proto, `logs.proto`).
///
/// Values are JSON values: bytes are base64 text, and a number that is not finite is the text `NaN`, `Infinity` or
/// `-Infinity`.
struct OTLPLogRecord: Hashable {
    /// Nanoseconds since 1970; 0 when unknown.
    var time: UInt64 = 0
    /// When the SDK saw the record, in nanoseconds since 1970; 0 when unknown.
    var observedTime: UInt64 = 0
    /// 1 (trace) to 24 (fatal); 0 when unknown.
    var severity: Int32 = 0
    var severityText = ""
    var eventName = ""
    var body: JSONValue?
    var attributes = JSONObject()
    /// The attributes that the SDK left out.
    var droppedAttributes: UInt32 = 0
    /// 16 bytes; other lengths and zeros link to nothing.
    var traceID: [UInt8] = []
    /// 8 bytes; other lengths and zeros link to nothing.
    var spanID: [UInt8] = []
}
