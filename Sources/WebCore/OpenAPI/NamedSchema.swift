import StrictJSON

/// A schema that the document lists by name.
package struct NamedSchema: Sendable {
    package let name: String
    package let schema: Schema
    /// The named schemas that this one refers to.
    package var uses: [NamedSchema] = []

    package init(name: String, schema: Schema, uses: [NamedSchema] = []) {
        self.name = name
        self.schema = schema
        self.uses = uses
    }

    /// Creates an object with these members and no others.
    /// - Parameter optional: the members that may be absent.
    package static func object(
        _ name: String,
        _ members: [(name: String, schema: Schema)],
        optional: [(name: String, schema: Schema)] = [],
        uses: [NamedSchema] = []
    ) -> NamedSchema {
        NamedSchema(name: name, schema: .object(members + optional, required: members.map(\.name)), uses: uses)
    }

    /// Creates a list of the objects of another schema.
    package static func list(_ name: String, of item: NamedSchema) -> NamedSchema {
        NamedSchema(name: name, schema: .list(of: .named(item.name)), uses: [item])
    }

    /// Creates a schema that permits either of two.
    package static func either(_ name: String, _ first: NamedSchema, _ second: NamedSchema) -> NamedSchema {
        let choices = [first, second].map { Schema.named($0.name).json }
        return NamedSchema(name: name, schema: Schema(["oneOf": .array(choices)]), uses: [first, second])
    }
}
