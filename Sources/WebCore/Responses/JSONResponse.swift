import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

extension Response {
    /// Creates a response with a JSON body.
    package static func json(
        _ value: JSONValue,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.serialized()))
        )
    }

    package static let noContent = Response(status: .noContent)

    /// Redirects to one of our pages after a successful form.
    /// - Precondition: `path` is ours and starts with a slash; it never comes from the request.
    package static func seeOther(_ path: String) -> Response {
        precondition(path.hasPrefix("/") && !path.hasPrefix("//"), "a path of this site")
        return Response(status: .seeOther, headers: [.location: path])
    }
}
