import StrictJSON

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
