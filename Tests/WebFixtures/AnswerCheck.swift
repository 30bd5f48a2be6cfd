import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Synchronization

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import TelemetryAPI
@testable import Web
@testable import WebCore

/// Holds answers against the document: status, media type, header fields, body and code of each must be described.
struct AnswerCheck: Sendable {
    private let list: RouteList
    /// Made when it is first needed: the routes must have been added by then.
    private static let documents = Mutex<[[RouteDescription]: JSONValue]>([:])

    init(_ list: RouteList) {
        self.list = list
    }

    private var document: JSONValue {
        let routes = list.routes
        return Self.documents.withLock { documents in
            if let document = documents[routes] { return document }
            let document = OpenAPIDocument(
                routes: routes,
                description: .all(at: PublicAddress(origin: Site.origin))
            ).json
            documents[routes] = document
            return document
        }
    }

    /// - Returns: what is not as described; empty for a path that is none of ours.
    func problems(
        with status: Int,
        _ headers: HTTPFields,
        _ bytes: [UInt8],
        to method: HTTPRequest.Method,
        _ path: String
    ) -> [String] {
        let path = path.prefix { $0 != "?" }
        guard !path.hasSuffix("/"), !path.contains("//"), let route = route(method, String(path)) else { return [] }
        let document = document
        let check = SchemaCheck(document: document)
        guard
            var response = document["paths"]?[route.path]?[method.rawValue.lowercased()]?["responses"]?[String(status)]
        else {
            return ["\(route): \(status) is not described"]
        }
        if let reference = response["$ref"]?.stringValue { response = check.target(of: reference) ?? .null }
        return fieldProblems(headers, response) + bodyProblems(bytes, headers, response, check)
    }

    private func route(_ method: HTTPRequest.Method, _ path: String) -> RouteDescription? {
        let parts = PathTemplate.parts(of: path)
        return list.routes.filter { $0.isDescribed && $0.method == method && PathTemplate($0.path).matches(parts) }
            .max { PathTemplate($0.path).precedence(over: PathTemplate($1.path)) == .lower }
    }

    private func fieldProblems(_ headers: HTTPFields, _ response: JSONValue) -> [String] {
        (response["headers"]?.objectValue ?? [:]).compactMap { name, header in
            let target =
                header["$ref"]?.stringValue.flatMap { SchemaCheck(document: document).target(of: $0) } ?? header
            guard target["required"] == true, let field = HTTPField.Name(name), headers[field] == nil else {
                return nil
            }
            return "\(name) is missing"
        }
    }

    private func bodyProblems(
        _ bytes: [UInt8],
        _ headers: HTTPFields,
        _ response: JSONValue,
        _ check: SchemaCheck
    ) -> [String] {
        guard let content = response["content"]?.objectValue else {
            return bytes.isEmpty ? [] : ["a body is not described"]
        }
        let type = headers[.contentType].map { String($0.prefix { $0 != ";" }) } ?? "none"
        guard let schema = content[type]?["schema"] else { return ["\(type) is not described"] }
        if type == "application/x-ndjson" {
            let areJSON = bytes.split(separator: 0x0A).allSatisfy { (try? JSONValue(parsing: Array($0))) != nil }
            return areJSON ? [] : ["the body is not lines of JSON"]
        }
        guard type.hasSuffix("json") else { return [] }
        guard let body = try? JSONValue(parsing: bytes) else { return ["the body is not JSON"] }
        var problems = check.problems(body, schema)
        if let codes = response["x-codes"]?.arrayValue {
            // The older of the two shapes of GoTrue has the status in `code`; faults of identity tokens have neither.
            // Sentry has its code in a header field.
            let field = HTTPField.Name("x-sentry-error").flatMap { headers[$0] }
            let named = body["error_code"] ?? body["code"] ?? body["error"] ?? field.map { .string($0) }
            // The codes of gRPC are numbers.
            let code = named.map { $0.integerValue.map { .string("\($0)") } ?? $0 }
            if codes.isEmpty ? code != nil : !codes.contains(code ?? .null) {
                problems.append("\(code?.text ?? "no code") is not in the list")
            }
        }
        return problems
    }
}
