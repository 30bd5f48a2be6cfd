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
