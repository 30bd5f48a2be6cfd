import HTTPTypes

/// The methods that logs and metrics name. A client can invent any other, so all others are one.
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
