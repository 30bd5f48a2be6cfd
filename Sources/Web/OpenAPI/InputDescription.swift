import Domain
import StrictJSON

/// The description of an input in the document.
struct InputDescription: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool
    let summary: String

    init(_ name: String, _ schema: Schema, isRequired: Bool = false, _ summary: String) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
        self.summary = summary
    }

    /// The schema as a member of a JSON body, where null represents an absent value.
    var member: Schema { (isRequired ? schema : schema.nullable).with("description", .string(summary)) }
}
