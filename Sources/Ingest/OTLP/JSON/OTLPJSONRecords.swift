import StrictJSON

extension OTLPSpan {
    init(json object: JSONObject, path: String) throws(ItemError) {
        let members = OTLPMembers(object, path: path)
        let status = try members.members("status")
        self.init(
            traceID: try members.id("traceId"),
            spanID: try members.id("spanId"),
            parentSpanID: try members.id("parentSpanId"),
            name: try members.text("name"),
            kind: try members.integer("kind"),
            start: try members.unsigned("startTimeUnixNano"),
            end: try members.unsigned("endTimeUnixNano"),
            attributes: try members.attributes("attributes"),
            droppedAttributes: try members.integer("droppedAttributesCount"),
            exception: try Self.exception(members),
            statusCode: try status?.integer("code") ?? 0,
            statusMessage: try status?.text("message") ?? ""
        )
    }

    private static func exception(_ members: OTLPMembers) throws(ItemError) -> JSONObject? {
        var exception: JSONObject?
        for (index, element) in try members.list("events").enumerated() {
            let event = try OTLPMembers(element, path: "\(members.path).events[\(index)]")
            guard try event.text("name").hasSameBytes(as: exceptionName) else { continue }
            exception = try event.attributes("attributes")
        }
        return exception
    }
}

extension ItemError {
    init(_ error: JSONSyntaxError, path: String) {
        let code =
            switch error.reason {
            case .tooLong, .tooMany, .tooDeep, .nameTooLong: "too_large"
            case .tooManyMarks: "bad_value"
            default: "invalid_json"
            }
        self.init(code: code, message: "\(path): \(error.sentence)")
    }
}

extension DeliveryError {
    /// An error in what records share, or around them.
    init(_ error: ItemError) { self.init(code: error.code, sentence: error.message) }

    /// - Parameter name: `logRecords`
    static func malformedList(_ name: String) -> DeliveryError {
        DeliveryError(code: "invalid_json", sentence: "The list \(name) cannot be read: a bracket or a comma is wrong.")
    }
}

extension OTLPLogRecord {
    init(json object: JSONObject, path: String) throws(ItemError) {
        let members = OTLPMembers(object, path: path)
        self.init(
            time: try members.unsigned("timeUnixNano"),
            observedTime: try members.unsigned("observedTimeUnixNano"),
            severity: try members.integer("severityNumber"),
            severityText: try members.text("severityText"),
            eventName: try members.text("eventName"),
            body: try members.anyValue("body"),
            attributes: try members.attributes("attributes"),
            droppedAttributes: try members.integer("droppedAttributesCount"),
            traceID: try members.id("traceId"),
            spanID: try members.id("spanId")
        )
    }
}

extension OTLPScope {
    init(_ members: OTLPMembers) throws(ItemError) {
        self.init(
            name: try members.text("name"),
            version: try members.text("version"),
            attributes: try members.attributes("attributes")
        )
    }
}
