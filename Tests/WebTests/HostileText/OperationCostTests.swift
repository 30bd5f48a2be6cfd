import Domain
import Fixtures
import HTTPTypes
import Measuring
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// A text in any field of any JSON operation takes time by its bytes.
@Suite(.serialized) struct OperationCostTests {
    private static let areas: [RouteDescription.Area] = [.management, .auth, .goTrue, .account]
    private static let maximumBytes = 6000

    @Test(arguments: areas) func `each text of each JSON operation costs what its bytes cost`(
        area: RouteDescription.Area
    ) async throws {
        let site = try await Site()
        let cookie = try await site.operatorCookie()
        try await site.acme.connectApple()
        let texts = DescribedTexts(check: SchemaCheck(document: try await site.description()))
        var names: [String] = []

        let routes = site.list.routes.filter { $0.area == area }
        let ofOperators = routes.filter { $0.authentication == .operator }
        // An operator may suspend the tenant.
        for route in routes.filter({ $0.authentication != .operator }) + ofOperators {
            let contents = APIOperation.all.first { $0.id == route.operation }?.body?.contents ?? []
            guard let content = contents.first(where: { $0.mediaType == "application/json" }) else { continue }
            let headers = try await headers(for: route, site, operatorCookie: cookie)
            for text in texts.all(in: content.schema.schema.json) {
                names.append("\(route), \(text.name)")
                let problems = try await problems(of: text, sentTo: route, headers, site)
                #expect(problems == [], "\(route), \(text.name)")
            }
        }

        #expect(names.count > 1, "\(names)")
    }

    private func headers(
        for route: RouteDescription,
        _ site: Site,
        operatorCookie: HTTPFields
    ) async throws -> HTTPFields {
        switch route.authentication {
        case .operator: return operatorCookie
        case .memberOrSecretKey, .secretKey, .appAdministrator: return site.acmeKey
        default:
            // A request of another route may have ended the session, or deleted the user.
            let user = try await site.acme.add("Ada \(route.operation ?? "")")
            let token = try await site.signIn(user, of: site.acme, kind: .app).token
            return [.apiKey: site.acme.creation.publishableKey.text, .authorization: "Bearer \(token.text)"]
        }
    }

    private func problems(
        of text: DescribedText,
        sentTo route: RouteDescription,
        _ headers: HTTPFields,
        _ site: Site
    ) async throws -> [String] {
        func cost(_ sent: String) async throws -> Duration {
            let scalars = sent.unicodeScalars.prefix(text.maximum)
            let body = text.body(String(String.UnicodeScalarView(scalars))).serialized()
            var headers = headers
            headers[.contentType] = "application/json"
            return try await ProcessorTime.least(of: 2) { [headers] in
                // So that no limit of requests answers in place of the operation.
                site.installation.clock.advance(by: .seconds(1))
                _ = try await site.send(route.method, route.inAcme, headers, body: body)
            }
        }
        var problems: [String] = []
        for kind in [HostileText.conjuncts, .brokenMarks, .flags] {
            // A busy machine makes a measurement longer by chance: what is wrong is wrong each time.
            var found: [String] = []
            while found.count < 3 {
                let judged = CostOfText(
                    stack: .milliseconds(10),
                    plain: try await cost(HostileText.plain(bytes: Self.maximumBytes)),
                    half: try await cost(kind.text(bytes: Self.maximumBytes / 2)),
                    whole: try await cost(kind.text(bytes: Self.maximumBytes))
                )
                guard let problem = judged.problem else {
                    found = []
                    break
                }
                found.append("\(kind): \(problem)")
            }
            problems += found
        }
        return problems
    }
}

/// A text field of a described request body.
private struct DescribedText: Sendable {
    let name: String
    /// In scalars.
    let maximum: Int
    /// The body with this text in the field, and something that the schema allows in the required ones.
    let body: @Sendable (String) -> JSONValue
}

/// Finds the text fields of a schema.
private struct DescribedTexts {
    private static let maximumDepth = 6

    let check: SchemaCheck

    func all(in schema: JSONValue, depth: Int = 0) -> [DescribedText] {
        guard depth < Self.maximumDepth else { return [] }
        if let reference = schema["$ref"]?.stringValue {
            return check.target(of: reference).map { all(in: $0, depth: depth + 1) } ?? []
        }
        if let choices = schema["oneOf"]?.arrayValue { return choices.flatMap { all(in: $0, depth: depth + 1) } }
        if let properties = schema["properties"]?.objectValue {
            let required = required(of: schema, depth: depth + 1)
            return properties.flatMap { name, member in
                all(in: member, depth: depth + 1).map { text in
                    DescribedText(name: "\(name) \(text.name)", maximum: text.maximum) { sent in
                        var object = required
                        object.set(name, to: text.body(sent))
                        return .object(object)
                    }
                }
            }
        }
        if let items = schema["items"] {
            return all(in: items, depth: depth + 1).map { text in
                DescribedText(name: "[] \(text.name)", maximum: text.maximum) { .array([text.body($0)]) }
            }
        }
        guard types(of: schema).contains("string"), schema["enum"] == nil else { return [] }
        let maximum = schema["maxLength"]?.integerValue.map { Int($0) } ?? .max
        return [DescribedText(name: "", maximum: maximum) { .string($0) }]
    }

    private func types(of schema: JSONValue) -> [String] {
        schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? schema["type"]?.stringValue.map { [$0] } ?? []
    }

    private func required(of schema: JSONValue, depth: Int) -> JSONObject {
        var object = JSONObject()
        for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
            if let member = schema["properties"]?[name] { object.set(name, to: valid(member, depth: depth)) }
        }
        return object
    }

    /// Something that the schema allows.
    private func valid(_ schema: JSONValue, depth: Int) -> JSONValue {
        if let example = schema["examples"]?.arrayValue?.first ?? schema["enum"]?.arrayValue?.first { return example }
        guard depth < Self.maximumDepth else { return .null }
        if let target = schema["$ref"]?.stringValue.flatMap({ check.target(of: $0) }) {
            return valid(target, depth: depth + 1)
        }
        if let choice = schema["oneOf"]?.arrayValue?.first { return valid(choice, depth: depth + 1) }
        let types = types(of: schema)
        if types.contains("string") { return "a" }
        if types.contains("integer") { return .integer(schema["minimum"]?.integerValue ?? 1) }
        if types.contains("boolean") { return false }
        if types.contains("array") { return .array([]) }
        return .object(required(of: schema, depth: depth + 1))
    }
}
