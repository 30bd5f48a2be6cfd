import HTTPTypes
import StrictJSON

/// One error response of a route: a status, and its codes.
package struct ErrorResponse: Sendable, Hashable {
    package let status: Int
    package let title: String
    /// Empty when the body has no code.
    package var codes: [String]
    package var format = ErrorFormat.problem

    package init(_ status: Int, _ title: String, _ codes: [String], format: ErrorFormat = .problem) {
        self.status = status
        self.title = title
        self.codes = codes
        self.format = format
    }

    /// The internal error of a route without a store.
    package static func failure(of format: ErrorFormat) -> ErrorResponse {
        ErrorResponse(500, "A fault of ours.", [format.internalError], format: format)
    }

    /// The response to a path and query that are longer than a connection accepts.
    package static let longTarget = ErrorResponse(
        414,
        "Path and query are longer than \(ConnectionLimits().targetBytes) bytes, percent-encoded.",
        [],
        format: .connection
    )

    /// The errors that the request did not cause.
    package static func failures(of format: ErrorFormat) -> [ErrorResponse] {
        [
            failure(of: format),
            ErrorResponse(
                503,
                "Temporarily unavailable; nothing was changed.",
                [format.unavailable],
                format: format
            ),
        ]
    }
}

/// Writes the document.
extension ErrorResponse {
    /// The name of the response when several operations share it.
    var name: String {
        let kind =
            switch status {
            case 400: "Unreadable"
            case 401: "Unauthenticated"
            case 403: "Forbidden"
            case 404: "NotFound"
            case 408, 504: "Timeout"
            case 409: "Conflict"
            case 412: "PreconditionFailed"
            case 413: "TooLarge"
            case 414: "URITooLong"
            case 415: "UnsupportedMediaType"
            case 422: "InvalidFields"
            case 429: "Throttled"
            case 500: "InternalError"
            default: "Unavailable"
            }
        return format.prefix + kind
    }

    var json: JSONValue {
        var headers: JSONObject = [:]
        if format.isOfRoute {
            headers.append(HTTPField.Name.xRequestID.rawName, ["$ref": "#/components/headers/RequestID"])
            headers.append(HTTPField.Name.xErrorReference.rawName, ["$ref": "#/components/headers/ErrorReference"])
        }
        if status == 401, format.hasChallenge {
            headers.append(HTTPField.Name.wwwAuthenticate.rawName, ["$ref": "#/components/headers/Challenge"])
        }
        if status == 429 || status == 503 {
            headers.append(HTTPField.Name.retryAfter.rawName, ["$ref": "#/components/headers/RetryAfter"])
        }
        if status == 429 {
            for header in InputDescription.requestLimits {
                headers.append(
                    header.name,
                    [
                        "description": "Only for requests that are counted by key or user, and for deliveries.",
                        "schema": header.schema.json,
                    ]
                )
            }
        }
        if codes.contains("unsupported_encoding") {
            headers.append(
                HTTPField.Name.acceptEncoding.rawName,
                [
                    "description": "The accepted content encodings, when that of the request is none.",
                    "schema": Schema.text.json,
                ]
            )
        }
        if status == 429, format.hasOwnRetryHeader {
            headers.append(HTTPField.Name.xRetryAfter.rawName, ["$ref": "#/components/headers/RetryAfter"])
        }
        var content: JSONObject = [format.mediaType: ["schema": Schema.named(format.schema.name).json]]
        if let binary = format.binaryMediaType { content.append(binary, ["schema": Schema.binary.json]) }
        let words = codes.isEmpty ? title : "\(title) Codes: \(codes.map { "`\($0)`" }.joined(separator: ", "))."
        var json: JSONObject = [
            "description": .string(words), "headers": .object(headers), "content": .object(content),
        ]
        // Lists the codes in machine-readable format.
        if format.isOfRoute { json.append("x-codes", .array(codes.map { .string($0) })) }
        return .object(json)
    }
}

extension InputDescription {
    /// The fields of responses to counted requests.
    static let requestLimits = [
        InputDescription(
            .rateLimit,
            .text,
            isRequired: true,
            "The remaining requests of the key or user, and of the tenant."
        ),
        InputDescription(
            .rateLimitPolicy,
            .text,
            isRequired: true,
            "The limits of requests of the key or user, and of the tenant, with their windows in seconds."
        ),
    ]
}
