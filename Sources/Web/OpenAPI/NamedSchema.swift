import Domain
import StrictJSON

/// A schema that the document lists by name.
struct NamedSchema: Sendable {
    let name: String
    let schema: Schema
    /// The named schemas that this one refers to.
    var uses: [NamedSchema] = []

    /// Makes a schema that permits either of two.
    static func either(_ name: String, _ first: NamedSchema, _ second: NamedSchema) -> NamedSchema {
        let choices = [first, second].map { Schema.named($0.name).json }
        return NamedSchema(name: name, schema: Schema(["oneOf": .array(choices)]), uses: [first, second])
    }
}
