import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import TelemetryAPI
@testable import Web
@testable import WebCore
@testable import WebFixtures

@Suite struct OpenAPITests {
    @Test func `every route is described, and every description has its route`() async throws {
        let site = try await Site()
        let document = try await site.description()

        var described: Set<String> = []
        for (path, item) in try #require(document["paths"]?.objectValue) {
            for method in item.objectValue?.names ?? [] where method != "parameters" {
                described.insert("\(method.uppercased()) \(path)")
            }
        }
        let served = Set(site.list.routes.filter(\.isDescribed).map(\.description))

        #expect(served.subtracting(described).sorted() == [])
        #expect(described.subtracting(served).sorted() == [])
        let named = site.list.routes.filter(\.isDescribed).compactMap(\.operation)
        #expect(named.count == Set(named).count, "an operation is named once")
        #expect(Set(APIOperation.all.map(\.id)).subtracting(named).sorted() == [])
    }

    @Test func `the description names the header of each key`() async throws {
        let schemes = try #require(try await Site().description()["components"]?["securitySchemes"]?.objectValue)
        let headers = schemes.compactMap { name, scheme in
            scheme["in"]?.stringValue == "header" ? [name, scheme["name"]?.stringValue] : nil
        }

        #expect(
            Set(headers) == [
                ["SecretKeyField", "x-gatehouse-key"], ["PublishableKey", "apikey"],
                ["PublishableKeyField", "x-gatehouse-key"], ["IngestKeyField", "x-gatehouse-key"],
                ["SentryAuth", "X-Sentry-Auth"],
            ]
        )
    }

    @Test func `no text of the description has the name of a value in its place`() async throws {
        let text = try await Site().send(.get, "/openapi.json").text

        #expect(text.contains("in the last 30 days, whatever came of them") && !text.contains(/\\\\\([a-z]/))
    }

    @Test func `every reference leads to something`() async throws {
        let document = try await Site().description()

        let references = document.references

        #expect(references.count > 100)
        for reference in references {
            #expect(SchemaCheck(document: document).target(of: reference) != nil, "\(reference)")
        }
    }

    @Test func `each operation of the management API with a query names the response to a long one`() async throws {
        let site = try await Site()
        let document = try await site.description()
        let queried = Set(APIOperation.all.filter { !$0.query.isEmpty }.map(\.id))
        let routes = site.list.routes.filter { $0.area == .management && queried.contains($0.operation ?? "") }

        #expect(routes.count > 10)
        for route in routes {
            let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
            let reference = operation?["responses"]?["414"]?["$ref"]?.stringValue
            #expect(reference == "#/components/responses/ConnectionURITooLong", "\(route)")
        }
        let response = try #require(document["components"]?["responses"]?["ConnectionURITooLong"])
        // It comes before any route: a sentence, without a request id and without a code.
        #expect(response["content"]?["text/plain"] != nil)
        #expect(response["headers"]?["X-Request-Id"] == nil && response["x-codes"] == nil)
    }

    @Test func `a schema has one meaning wherever it is used`() {
        var schemas: [String: Schema] = [:]

        for schema in APIOperation.all.flatMap(\.schemas) {
            #expect(schemas[schema.name, default: schema.schema] == schema.schema, "\(schema.name)")
            schemas[schema.name] = schema.schema
        }
    }

    @Test func `what a description shows as an example is allowed by its schema`() async throws {
        let document = try await Site().description()
        let check = SchemaCheck(document: document)

        for operation in APIOperation.all {
            for content in operation.body?.contents ?? [] {
                guard let example = content.example else { continue }
                #expect(check.problems(example, content.schema.schema.json) == [], "\(operation.id)")
            }
        }
        for schema in document.schemas {
            for example in schema["examples"]?.arrayValue ?? [] { #expect(check.problems(example, schema) == []) }
        }
    }

    @Test func `the fields of the Better Auth dialect that are described are read`() async throws {
        let site = try await Site()
        let ada = try await site.acme.add("Ada")

        for route in site.list.routes where route.area == .auth && route.isWrite && route.method != .options {
            // The request before may have ended the session.
            let token = try await site.signIn(ada, of: site.acme, kind: .app).token
            let isAdministration = route.authentication == .appAdministrator
            let headers: HTTPFields =
                isAdministration
                ? site.acmeKey
                : [.apiKey: site.acme.creation.publishableKey.text, .authorization: "Bearer \(token.text)"]
            let body = try #require(APIOperation.all.first { $0.id == route.operation }?.body?.contents.first)
            let names = body.schema.schema.json["properties"]?.objectValue?.names ?? []
            let wrong = JSONValue.object(JSONObject(names.map { ($0, [[]]) }))
            let answer = try await site.send(route.method, route.path, as: headers, json: wrong)
            for name in names { #expect(answer.text.contains("[body.\(name)]"), "\(route): \(name)") }
            let required = body.schema.schema.json["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
            guard !required.isEmpty else { continue }
            let empty = try await site.send(route.method, route.path, as: headers, json: [:])
            for name in required {
                #expect(empty.text.contains(required.count == 1 ? "VALIDATION_ERROR" : "[body.\(name)]"), "\(route)")
            }
        }
    }

    @Test func `each field of a query that is described is read, and no other`() async throws {
        let site = try await Site()
        let cookie = try await site.operatorCookie()

        for route in site.list.routes where route.area == .management && route.method == .get {
            let operation = try #require(APIOperation.all.first { $0.id == route.operation })
            let names = operation.query.map(\.name)
            // A stream of events would not end.
            let end = names.contains("seconds") ? "&seconds=0" : ""
            for field in names {
                let path = route.inAcme + "?\(field)=%C3%BC" + (field == "seconds" ? "" : end)
                let answer = try await site.send(.get, path, as: cookie)
                #expect(answer.problem(of: field) != "unknown", "\(route): \(field)")
            }
            guard !operation.query.isEmpty else { continue }
            let answer = try await site.send(.get, route.inAcme + "?surprise=1", as: cookie)
            #expect(answer.problem(of: "surprise") == "unknown", "\(route)")
        }
    }

    @Test func `each field of a body that is described is read, the required ones are missed, and no other is known`()
        async throws
    {
        let site = try await Site()
        let cookie = try await site.operatorCookie()

        for route in site.list.routes where route.area == .management {
            guard let body = try #require(APIOperation.all.first { $0.id == route.operation }).body else { continue }
            let schema = try #require(body.contents.first).schema.schema.json
            let names = try #require(schema["properties"]?.objectValue).names
            let wrong = JSONValue.object(JSONObject((names + ["surprise"]).map { ($0, [[]]) }))

            let answer = try await site.send(route.method, route.inAcme, as: cookie, json: wrong)
            for name in names { #expect(answer.problem(of: name) != "unknown", "\(route): \(name)") }
            #expect(answer.problem(of: "surprise") == "unknown", "\(route)")
            guard let required = schema["required"]?.arrayValue?.compactMap(\.stringValue) else { continue }
            #expect(
                try await site.send(route.method, route.inAcme, as: cookie, json: [:]).fields.sorted()
                    == required.sorted(),
                "\(route)"
            )
        }
    }
}

extension Site {
    func description() async throws -> JSONValue {
        let answer = try await send(.get, "/openapi.json")
        #expect(answer.status == 200)
        return try answer.json
    }
}

extension Site.Answer {
    /// The code of what is wrong with a field.
    fileprivate func problem(of field: String) -> String? {
        (try? json)?["errors"]?.arrayValue?.first { $0["field"]?.stringValue == field }?["code"]?.stringValue
    }
}

extension RouteDescription {
    /// The path in acme, with unknown ids.
    var inAcme: String {
        path.replacing("{tenant}", with: "acme").replacing("{project}", with: "1").replacing("{role}", with: "nobody")
            .replacing(
                "{host}",
                with: "nobody.example"
            )
            .replacing("{event}", with: "0-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907")
            .replacing("{attempt}", with: "4bf92f3577b34da6a3ce929d0e0e4736")
            .replacing(#/\{\w+\}/#, with: "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907")
    }
}

extension APIOperation {
    fileprivate var schemas: [NamedSchema] {
        let route = RouteDescription(
            method: .post,
            path: "/",
            area: .management,
            authentication: .none,
            permission: nil,
            operation: id
        )
        return OperationDescription(
            route: route,
            operation: self,
            errorResponses: APIDescription.all(at: PublicAddress(origin: "https://gatehouse.example")).errors
        ).schemas.flatMap { [$0] + $0.uses }
    }
}

extension JSONValue {
    /// Every object in it that has a type: a schema.
    fileprivate var schemas: [JSONValue] {
        switch self {
        case .object(let object):
            (object["type"] != nil && object["code"] == nil ? [self] : []) + object.flatMap { $0.value.schemas }
        case .array(let elements): elements.flatMap(\.schemas)
        default: []
        }
    }

    /// Every `$ref` in it.
    fileprivate var references: [String] {
        switch self {
        case .object(let object):
            object.flatMap { name, value in name == "$ref" ? [value.stringValue ?? ""] : value.references }
        case .array(let elements): elements.flatMap(\.references)
        default: []
        }
    }
}
