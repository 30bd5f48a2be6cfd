import HTTPTypes

/// The methods in logs and metrics. A client can invent any other, so all others share one label.
enum MethodName: String, Hashable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case other = "other"

    init(_ method: HTTPRequest.Method) {
        self = MethodName(rawValue: method.rawValue) ?? .other
    }
}
