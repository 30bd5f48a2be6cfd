import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

extension Response {
    /// An answer with a JSON body.
    public static func json(
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

    /// Sends the browser to a page of ours after a form that worked.
    /// - Precondition: `path` is made by us and starts with a slash; never from the request.
    public static func seeOther(_ path: String) -> Response {
        precondition(path.hasPrefix("/") && !path.hasPrefix("//"), "a path of this site")
        return Response(status: .seeOther, headers: [.location: path])
    }
}
