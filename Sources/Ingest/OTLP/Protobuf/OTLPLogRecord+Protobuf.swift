import StrictJSON

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
