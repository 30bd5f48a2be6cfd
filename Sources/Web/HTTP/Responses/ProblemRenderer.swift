import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Renders a failure as a problem document (RFC 9457), with the members `code`, `request_id` and `errors` added.
public struct ProblemRenderer: ErrorRenderer {
    public static let contentType = "application/problem+json"

    public init() {}

    public func response(for failure: WebFailure, to request: Request, context: GatehouseContext) -> Response {
        let document = ProblemDocument(failure, requestID: context.requestID)
        return Response(
            status: failure.status, headers: [.contentType: Self.contentType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.json)))
    }
}

struct ProblemDocument: Encodable {
    let type: String
    let title: String
    let status: Int
    let code: String
    let detail: String
    let requestID: String
    let errors: [Field]?

    enum CodingKeys: String, CodingKey {
        case type, title, status, code, detail, errors
        case requestID = "request_id"
    }

    struct Field: Encodable {
        let field: String
        let code: String
        let message: String
    }

    init(_ failure: WebFailure, requestID: String) {
        type = "urn:gatehouse:problem:\(failure.code)"
        title = failure.title
        status = failure.status.code
        code = failure.code
        detail = failure.detail
        self.requestID = requestID
        errors =
            failure.fields.isEmpty
            ? nil : failure.fields.map { Field(field: $0.field, code: $0.rule.code, message: $0.rule.sentence) }
    }

    var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // A struct of strings and integers cannot fail to encode.
        return (try? encoder.encode(self)) ?? Data("{}".utf8)
    }
}
