import Domain
import HTTPTypes
import StrictJSON

/// A field of a query or of a body: its description and its reader, in one place.
package struct Input<Value>: Sendable {
    package let description: InputDescription
    package let read: @Sendable (inout Fields) -> Value

    package init(_ description: InputDescription, read: @escaping @Sendable (inout Fields) -> Value) {
        self.description = description
        self.read = read
    }
}

extension Fields {
    package mutating func read<Value>(_ input: Input<Value>) -> Value { input.read(&self) }

    package mutating func read<Value>(_ inputs: Inputs<Value>) -> Value {
        var reader = InputReader(self)
        defer { self = reader.fields }
        return inputs.read(&reader)
    }
}

extension Input where Value == String {
    /// A required text.
    /// - Parameter minimum: 0 accepts an empty text.
    package static func text(
        _ name: String,
        _ summary: String,
        minimum: Int = 1,
        maximum: Int,
        schema: Schema? = nil
    ) -> Input {
        Input(.init(name, schema ?? .text(minimum...maximum), isRequired: true, summary)) {
            $0.text(name, minimum: minimum, maximum: maximum)
        }
    }
}

extension Input where Value == String? {
    /// - Parameter minimum: 0 treats an empty text as absent, 1 rejects it.
    package static func optionalText(
        _ name: String,
        _ summary: String,
        minimum: Int = 0,
        maximum: Int,
        schema: Schema? = nil
    ) -> Input {
        Input(.init(name, schema ?? .text(minimum...maximum), summary)) {
            $0.optionalText(name, minimum: minimum, maximum: maximum)
        }
    }

    /// A text where absent keeps the value (nil), and null or an empty text clears it (an empty text).
    package static func clearableText(_ name: String, _ summary: String, maximum: Int, schema: Schema? = nil) -> Input {
        Input(.init(name, schema ?? .text(0...maximum), summary)) { fields in
            let text = fields.optionalText(name, maximum: maximum)
            return fields.has(name) ? text ?? "" : nil
        }
    }
}

extension Input where Value == Bool? {
    package static func optionalBool(_ name: String, _ summary: String) -> Input {
        Input(.init(name, .bool, summary)) { $0.optionalBool(name) }
    }
}

extension Input where Value == JSONObject? {
    package static func object(_ name: String, _ summary: String, isRequired: Bool = false) -> Input {
        Input(.init(name, Schema(["type": "object"]), isRequired: isRequired, summary)) { fields in
            if isRequired, !fields.has(name) { fields.record(name, .missing) }
            return fields.object(name)
        }
    }
}

extension Input {
    /// An object whose members are read by `inputs`, and possibly others; nil when it is absent. An error names its
    /// member as `name.member`.
    package static func members<Members>(
        _ name: String,
        _ summary: String,
        _ inputs: Inputs<Members>
    ) -> Input where Value == Members? {
        Input(.init(name, .open(inputs.descriptions), summary)) { fields in
            guard let object = fields.object(name) else { return nil }
            var members = Fields(object, notation: fields.notation)
            let value = members.read(inputs)
            for problem in members.problems { fields.record("\(name).\(problem.field)", problem.rule) }
            return value
        }
    }
}

extension Input where Value == Int? {
    package static func optionalInteger(_ name: String, _ summary: String, in range: ClosedRange<Int>) -> Input {
        Input(.init(name, .integer(range), summary)) { $0.optionalInteger(name, in: range) }
    }
}

extension Input where Value == Int {
    package static func integer(_ name: String, _ summary: String, in range: ClosedRange<Int>) -> Input {
        Input(.init(name, .integer(range), isRequired: true, summary)) { $0.integer(name, in: range) }
    }
}

extension Input where Value == [String] {
    package static func texts(_ name: String, _ summary: String, maximumCount: Int, maximum: Int, item: Schema) -> Input
    {
        Input(.init(name, .list(of: item, maximum: maximumCount), isRequired: true, summary)) { fields in
            if !fields.has(name) { fields.record(name, .missing) }
            return fields.texts(name, maximumCount: maximumCount, maximum: maximum)
        }
    }
}

extension Input {
    /// One of several words, nil when it is absent.
    package static func optionalOneOf<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ summary: String,
        as _: Choice.Type = Choice.self
    ) -> Input where Choice.RawValue == String, Value == Choice? {
        Input(.init(name, .oneOf(Choice.self), summary)) { $0.optionalOneOf(name) }
    }

    /// One of the words of a list, nil when it is absent.
    package static func optionalOneOf(
        _ name: String,
        _ summary: String,
        of words: [String]
    ) -> Input where Value == String? {
        Input(.init(name, .oneOf(words), summary)) { $0.optionalOneOf(name, of: words) }
    }

    /// One of several words; nil only after a recorded error.
    package static func oneOf<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ summary: String,
        as _: Choice.Type = Choice.self
    ) -> Input where Choice.RawValue == String, Value == Choice? {
        Input(.init(name, .oneOf(Choice.self), isRequired: true, summary)) { $0.oneOf(name) }
    }

    /// A value that is written as text, nil when it is absent.
    package static func optionalValue<Parsed: LosslessStringConvertible & Sendable>(
        _ name: String,
        _ summary: String,
        _ schema: Schema,
        orElse sentence: LocalizableText
    ) -> Input where Value == Parsed? {
        Input(.init(name, schema, summary)) { $0.optionalValue(name, orElse: sentence) }
    }
}

extension Input where Value == Timestamp? {
    package static func dateTime(_ name: String, _ summary: String) -> Input {
        Input(.init(name, .dateTime, summary)) { fields in
            guard let text = fields.optionalText(name, minimum: 1, maximum: 40) else { return nil }
            if let time = Timestamp(rfc3339: text), Timestamp.writable.contains(time) { return time }
            fields.record(name, .malformed(.english("Write a time like 2026-11-21T09:05:00Z (RFC 3339).")))
            return nil
        }
    }
}

extension Input where Value == PageRequest {
    /// `limit` and `cursor`.
    package static let page = Input(limitDescription) { $0.pageRequest() }

    static let limitDescription = InputDescription(
        "limit",
        .integer(PageRequest.limits).with("default", .init(PageRequest.defaultLimit)),
        "The maximum number of items."
    )
    static let cursorDescription = InputDescription(
        "cursor",
        .text(0...Cursor.maximumTextLength),
        "`next_cursor` of the page before, as it came. Leave the other fields as they were."
    )
    package static let descriptions = [limitDescription, cursorDescription]
}

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

    package init(_ field: HTTPField.Name, _ schema: Schema, isRequired: Bool = false, _ summary: String) {
        self.init(field.rawName, schema, isRequired: isRequired, summary)
    }

    /// The schema as a member of a JSON body, where null represents an absent value.
    package var member: Schema { (isRequired ? schema : schema.nullable).with("description", .string(summary)) }

    /// The schema as a member of a JSON body, where null is not the same as an absent value.
    package var strictMember: Schema { schema.with("description", .string(summary)) }
}

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
