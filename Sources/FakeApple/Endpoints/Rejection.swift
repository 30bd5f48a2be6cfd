import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

/// An error of the token endpoint (RFC 6749 §5.2) and its description.
struct Rejection: Error {
    let error: String
    let description: String

    static func client(_ description: String) -> Rejection {
        Rejection(error: "invalid_client", description: description)
    }
    static func grant(_ description: String) -> Rejection {
        Rejection(error: "invalid_grant", description: description)
    }
    static func request(_ description: String) -> Rejection {
        Rejection(error: "invalid_request", description: description)
    }

    var response: Response {
        .json(["error": .string(error), "error_description": .string(description)], status: .badRequest)
    }
}
