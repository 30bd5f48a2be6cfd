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

/// An error of the token endpoint (RFC 6749 §5.2) and its description.
struct Refusal: Error {
    let error: String
    let description: String

    static func client(_ description: String) -> Refusal { Refusal(error: "invalid_client", description: description) }
    static func grant(_ description: String) -> Refusal { Refusal(error: "invalid_grant", description: description) }
    static func request(_ description: String) -> Refusal {
        Refusal(error: "invalid_request", description: description)
    }

    var response: Response {
        .json(["error": .string(error), "error_description": .string(description)], status: .badRequest)
    }
}
