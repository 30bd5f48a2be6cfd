import StrictJSON

/// A JSON Schema (draft 2020-12), as OpenAPI 3.1 writes it.
package struct Schema: Sendable, Hashable {
    private(set) var members: JSONObject

    package init(_ members: JSONObject) { self.members = members }

    package var json: JSONValue { .object(members) }

    package func with(_ name: String, _ value: JSONValue) -> Schema {
        var schema = self
        schema.members.set(name, to: value)
        return schema
    }

    package func example(_ value: JSONValue) -> Schema { with("examples", .array([value])) }

    /// The schema, or null.
    package var nullable: Schema {
        guard let type = members["type"]?.stringValue else { return Schema(["oneOf": [json, ["type": "null"]]]) }
        let schema = with("type", [.string(type), "null"])
        guard let values = members["enum"]?.arrayValue else { return schema }
        return schema.with("enum", .array(values + [.null]))
    }
}

extension Schema {
    /// Any text.
    package static let text = Schema(["type": "string"])
    package static let bool = Schema(["type": "boolean"])
    package static let count = Schema(["type": "integer", "minimum": 0])
    package static let uuid = Schema(["type": "string", "format": "uuid"]).example(
        "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"
    )
    /// RFC 3339 in UTC with milliseconds.
    package static let dateTime = Schema(["type": "string", "format": "date-time"]).example("2026-11-21T09:05:00.000Z")
    package static let email = Schema(["type": "string", "format": "email", "maxLength": 254]).example(
        "ada@example.com"
    )
    package static let roleName = Schema([
        "type": "string", "pattern": "^[a-z][a-z0-9_]*$", "minLength": 1, "maxLength": 40,
    ])
    .example("driver")

    /// A text as clients may send it: limited in length, without U+0000.
    package static func text(_ lengths: ClosedRange<Int>) -> Schema {
        let schema = Schema([
            "type": "string", "maxLength": .integer(Int64(lengths.upperBound)), "pattern": "^[^\\u0000]*$",
        ])
        return lengths.lowerBound > 0 ? schema.with("minLength", .integer(Int64(lengths.lowerBound))) : schema
    }

    /// A text on one line: no control characters.
    package static func line(_ lengths: ClosedRange<Int>) -> Schema {
        text(lengths).with("pattern", "^[^\\u0000-\\u001F\\u007F]*$")
    }

    package static func integer(_ range: ClosedRange<Int>) -> Schema {
        Schema([
            "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
            "maximum": .integer(Int64(range.upperBound)),
        ])
    }

    package static func oneOf(_ values: [String]) -> Schema {
        Schema(["type": "string", "enum": .array(values.map { .string($0) })])
    }

    package static func oneOf<Choice: RawRepresentable & CaseIterable>(_: Choice.Type) -> Schema
    where Choice.RawValue == String {
        oneOf(Choice.allCases.map(\.rawValue))
    }

    package static func list(of item: Schema, maximum: Int? = nil) -> Schema {
        let schema = Schema(["type": "array", "items": item.json])
        return maximum.map { schema.with("maxItems", .integer(Int64($0))) } ?? schema
    }

    /// Refers to another schema of the document by its name.
    package static func named(_ name: String) -> Schema { Schema(["$ref": .string("#/components/schemas/\(name)")]) }

    /// An object with these members and no others.
    package static func object(_ members: [(name: String, schema: Schema)], required: [String]) -> Schema {
        var schema: JSONObject = ["type": "object"]
        schema.append("properties", .object(JSONObject(members.map { ($0.name, $0.schema.json) })))
        if !required.isEmpty { schema.append("required", .array(required.map { .string($0) })) }
        schema.append("additionalProperties", false)
        return Schema(schema)
    }

    /// An object with these members and possibly others; only those whose schema says so may be null.
    package static func open(_ inputs: [InputDescription], requiresMembers: Bool = true) -> Schema {
        let required = requiresMembers ? inputs.filter(\.isRequired).map(\.name) : []
        return object(inputs.map { ($0.name, $0.strictMember) }, required: required).with("additionalProperties", true)
    }

    package static let binary = Schema(["type": "string", "format": "binary"])
    package static let attemptReference = Schema(["type": "string", "pattern": "^[0-9A-Z]{4}-[0-9A-Z]{4}$"]).example(
        "7F3K-9QXD"
    )
    package static let traceID = Schema(["type": "string", "pattern": "^[0-9a-f]{32}$"]).example(
        "4bf92f3577b34da6a3ce929d0e0e4736"
    )
}
