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
