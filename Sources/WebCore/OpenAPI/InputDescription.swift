import StrictJSON

/// The description of an input in the document.
package struct InputDescription: Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool
    package let summary: String

    package init(_ name: String, _ schema: Schema, isRequired: Bool = false, _ summary: String) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
        self.summary = summary
    }

    /// The schema as a member of a JSON body, where null represents an absent value.
    package var member: Schema { (isRequired ? schema : schema.nullable).with("description", .string(summary)) }
}
