import StrictJSON

extension OTLPSpan {
    /// - Parameter range: the place of a message `Span` in the bytes.
    init(protobuf bytes: [UInt8], in range: Range<Int>, path: String) throws(ItemError) {
        let span = try ProtoSpan(.span, bytes, in: range, path: path)
        let exception = span.events.last { $0.name.hasSameBytes(as: Self.exceptionName) }
        self.init(
            traceID: Array(span.traceID),
            spanID: Array(span.spanID),
            parentSpanID: Array(span.parentSpanID),
            name: try span.name.streamSafe(path),
            kind: span.kind,
            start: span.startTimeUnixNano,
            end: span.endTimeUnixNano,
            attributes: try JSONObject(span.attributes, path: path),
            droppedAttributes: span.droppedAttributesCount,
            statusCode: span.status.code,
            statusMessage: try span.status.message.streamSafe(path)
        )
        if let exception { self.exception = try JSONObject(exception.attributes, path: path) }
    }
}

extension OTLPLogRecord {
    /// - Parameter range: the place of a message `LogRecord` in the bytes.
    init(protobuf bytes: [UInt8], in range: Range<Int>, path: String) throws(ItemError) {
        let record = try ProtoLogRecord(.logRecord, bytes, in: range, path: path)
        self.init(
            time: record.timeUnixNano,
            observedTime: record.observedTimeUnixNano,
            severity: record.severityNumber,
            severityText: try record.severityText.streamSafe(path),
            eventName: try record.eventName.streamSafe(path),
            body: try JSONValue(record.body, path: path),
            attributes: try JSONObject(record.attributes, path: path),
            droppedAttributes: record.droppedAttributesCount,
            traceID: Array(record.traceID),
            spanID: Array(record.spanID)
        )
    }
}

extension OTLPScope {
    /// - Parameter bytes: a message `InstrumentationScope`.
    init(protobuf bytes: [UInt8]) throws(ItemError) {
        let path = "scope"
        let scope = try ProtoInstrumentationScope(.scope, bytes, in: bytes.indices, path: path)
        self.init(
            name: try scope.name.streamSafe(path),
            version: try scope.version.streamSafe(path),
            attributes: try JSONObject(scope.attributes, path: path)
        )
    }
}
