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

    /// Creates a schema that permits either of two.
    package static func either(_ name: String, _ first: NamedSchema, _ second: NamedSchema) -> NamedSchema {
        let choices = [first, second].map { Schema.named($0.name).json }
        return NamedSchema(name: name, schema: Schema(["oneOf": .array(choices)]), uses: [first, second])
    }
}
