import Domain

/// Reads the inputs of `Inputs`, and lists their descriptions in the order in which they are read.
package struct InputReader {
    private(set) var fields: Fields
    private(set) var descriptions: [InputDescription] = []

    init(_ fields: Fields) { self.fields = fields }

    package mutating func read<Value>(_ input: Input<Value>) -> Value {
        descriptions.append(input.description)
        return input.read(&fields)
    }

    package mutating func read<Value>(_ inputs: Inputs<Value>) -> Value { inputs.read(&self) }

    /// Records an error that concerns several inputs.
    package mutating func record(_ name: String, _ rule: FieldProblem.Rule) { fields.record(name, rule) }
}
