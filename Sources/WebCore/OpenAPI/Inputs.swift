import Domain

/// Inputs that are read together. Their descriptions are those of the inputs that are read, in that order, so that no
/// field is described without being read, or read without being described.
///
/// ```swift
/// static let draft = Inputs { Draft(title: $0.read(title), rank: $0.read(rank)) }
/// ```
package struct Inputs<Value>: Sendable {
    let read: @Sendable (inout InputReader) -> Value

    /// - Parameter read: reads every input, whatever the values of the others are.
    package init(_ read: @escaping @Sendable (inout InputReader) -> Value) { self.read = read }

    package var descriptions: [InputDescription] {
        var reader = InputReader(Fields([], notation: .json))
        _ = read(&reader)
        return reader.descriptions
    }
}

extension Fields {
    package mutating func read<Value>(_ inputs: Inputs<Value>) -> Value {
        var reader = InputReader(self)
        defer { self = reader.fields }
        return inputs.read(&reader)
    }
}

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
