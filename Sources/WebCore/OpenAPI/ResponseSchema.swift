import Domain
import StrictJSON

/// Describes and encodes a response object by one list of members, so that schema and encoding cannot differ.
///
/// Every member is always written; an absent value is null.
package struct ResponseSchema<Value: Sendable>: Sendable {
    package struct Member: Sendable {
        package let name: String
        package let schema: Schema
        package let write: @Sendable (Value) -> JSONValue

        package init(_ name: String, _ schema: Schema, _ write: @escaping @Sendable (Value) -> JSONValue) {
            self.name = name
            self.schema = schema
            self.write = write
        }
    }

    /// The name of the schema in the document.
    package let name: String
    package let members: [Member]
    private let names: JSONNames
    private let summary: String
    /// The named schemas that the members refer to.
    private let uses: [NamedSchema]

    package init(_ name: String, _ summary: String, _ members: [Member], uses: [NamedSchema] = []) {
        self.name = name
        self.summary = summary
        self.members = members
        names = JSONNames(members.map(\.name))
        self.uses = uses
    }

    package func json(_ value: Value) -> JSONValue {
        .object(JSONObject(names, members.map { $0.write(value) }))
    }

    /// Encodes a page of a list: `{"items": […], "next_cursor": …}`.
    package func page(_ page: Page<Value>) -> JSONValue {
        ["items": .array(page.items.map(json)), "next_cursor": .init(page.next?.text)]
    }

    /// Encodes a page that says whether items are on no page: `{"items": […], "next_cursor": …, "partial": …}`.
    package func partialPage(_ page: Page<Value>) -> JSONValue {
        [
            "items": .array(page.items.map(json)), "next_cursor": .init(page.next?.text),
            "partial": .bool(page.isPartial),
        ]
    }

    /// Encodes a short, unpaged list: `{"items": […]}`.
    package func list(_ values: [Value]) -> JSONValue { ["items": .array(values.map(json))] }

    /// The members for another value that contains this one.
    package func members<Whole: Sendable>(
        of part: @escaping @Sendable (Whole) -> Value
    ) -> [ResponseSchema<Whole>.Member] {
        members.map { member in
            ResponseSchema<Whole>.Member(member.name, member.schema) { member.write(part($0)) }
        }
    }

    package var named: NamedSchema {
        let schema = Schema.object(members.map { ($0.name, $0.schema) }, required: members.map(\.name))
        return NamedSchema(name: name, schema: schema.with("description", .string(summary)), uses: uses)
    }

    /// The schema of a short, unpaged list.
    package var namedList: NamedSchema {
        NamedSchema(
            name: "\(name)List",
            schema: Schema.object([("items", .list(of: .named(name)))], required: ["items"]),
            uses: [named]
        )
    }

    package var namedPage: NamedSchema { namedPage(and: []) }

    /// - Parameter partial: describes when items are on no page.
    package func namedPartialPage(_ partial: String) -> NamedSchema {
        namedPage(and: [("partial", Schema.bool.with("description", .string(partial)))])
    }

    private func namedPage(and others: [(name: String, schema: Schema)]) -> NamedSchema {
        let cursor = Schema.text.nullable.with(
            "description",
            "Send it as `cursor` to get the next page; null on the last page."
        )
        var members: [(name: String, schema: Schema)] = [
            ("items", .list(of: .named(name))), ("next_cursor", cursor),
        ]
        members += others
        return NamedSchema(
            name: "\(name)Page",
            schema: Schema.object(members, required: members.map(\.name)),
            uses: [named]
        )
    }
}

extension ResponseSchema where Value == Device {
    package static let device = ResponseSchema(
        "Device",
        "The device of a session, as the client reports it.",
        [
            .init("name", Schema.text.nullable) { .init($0.name) },
            .init("model", Schema.text.nullable.example("iPhone16,1")) { .init($0.model) },
            .init("os_version", Schema.text.nullable.example("18.2")) { .init($0.osVersion) },
            .init("app_version", Schema.text.nullable.example("2.4.0")) { .init($0.appVersion) },
            .init("user_agent", Schema.text.nullable) { .init($0.userAgent) },
        ]
    )
}

extension JSONValue {
    package init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    package init(_ time: Timestamp?) { self.init(time?.rfc3339) }
    package init<Subject>(_ id: Identifier<Subject>) { self = .string(id.description) }
    package init(_ number: Int) { self = .integer(Int64(number)) }
}
