import Domain
import HTTPTypes
import Hummingbird
import StrictJSON

/// Renders a failure as a problem document (RFC 9457), with the members `code`, `request_id`, `reference` and `errors` added.
package struct ProblemRenderer: ErrorRenderer {
    package static let contentType = "application/problem+json"

    package init() {}

    package func response(for failure: WebFailure, to request: Request, context: GatehouseContext) -> Response {
        .json(
            Self.document(failure, to: context.identity),
            status: failure.status,
            headers: [.contentType: Self.contentType]
        )
    }

    package static func document(_ failure: WebFailure, to request: RequestIdentity) -> JSONValue {
        var document: JSONObject = [
            "type": .string("urn:gatehouse:problem:\(failure.code)"), "title": .string(failure.title),
            "status": .integer(Int64(failure.status.code)), "code": .string(failure.code),
            "detail": .string(failure.detail),
            "request_id": .string(request.id),
        ]
        if let reference = request.reference { document.append("reference", .string(reference.description)) }
        if !failure.fields.isEmpty { document.append("errors", .array(failure.fields.map(problem))) }
        return .object(document)
    }

    private static func problem(_ problem: FieldProblem) -> JSONValue {
        var members: JSONObject = [
            "field": .string(problem.field), "code": .string(problem.rule.code),
            "message": .string(problem.rule.sentence),
        ]
        if case .faulty(let fault) = problem.rule {
            members.append("column", .init(fault.column))
            members.append("length", .init(fault.length))
            if let suggestion = fault.suggestion { members.append("suggestion", .string(suggestion)) }
        }
        return .object(members)
    }
}
