import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

extension Response {
    static func json(_ object: JSONObject, status: HTTPResponse.Status = .ok) -> Response {
        text(JSONValue.object(object).text, status: status)
    }

    static func text(
        _ text: String,
        status: HTTPResponse.Status = .ok,
        type: String = "application/json;charset=UTF-8"
    ) -> Response {
        Response(
            status: status,
            headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    static func page(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        text(html, status: status, type: "text/html;charset=UTF-8")
    }
}
