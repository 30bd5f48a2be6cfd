import HTTPTypes

/// Says which routes take deliveries of events, whose bodies are many and large.
package protocol BulkRoutes: Sendable {
    func isBulk(_ method: HTTPRequest.Method, at path: String) -> Bool
}
