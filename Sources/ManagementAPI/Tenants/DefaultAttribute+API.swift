import Domain
import StrictJSON
import WebCore

/// An attribute of new users as the API reads and writes it.
extension DefaultAttribute {
    static let schema = Schema([
        "oneOf": [
            Schema.object([("name", nameSchema), ("value", valueSchema)], required: ["name", "value"]).json,
            Schema.object(
                [("name", nameSchema), ("after_seconds", .integer(afterSeconds))],
                required: ["name", "after_seconds"]
            ).json,
        ]
    ])

    private static let nameSchema = Schema.line(1...nameMaximumLength).example("trial_ends_at")
    private static let valueSchema = Schema([
        "oneOf": [
            Schema.text(0...textMaximumLength).json, Schema.bool.json,
            ["type": "integer", "minimum": .integer(-(1 << 53)), "maximum": .integer(1 << 53)],
        ]
    ])

    var json: JSONValue {
        switch value {
        case .text(let text): ["name": .string(name), "value": .string(text)]
        case .integer(let number): ["name": .string(name), "value": .integer(number)]
        case .bool(let bool): ["name": .string(name), "value": .bool(bool)]
        case .after(let span): ["name": .string(name), "after_seconds": .integer(span.components.seconds)]
        }
    }

    @Sendable static func read(_ fields: inout Fields, _ object: JSONObject) -> DefaultAttribute? {
        let name = fields.text("name", maximum: nameMaximumLength)
        if reservedNames.contains(name) { fields.record("name", .malformed(.reservedAttribute)) }
        if let seconds = fields.optionalInteger("after_seconds", in: afterSeconds) {
            return DefaultAttribute(name: name, value: .after(.seconds(seconds)))
        }
        _ = fields.take("value")
        switch object["value"] {
        case .bool(let bool)?: return DefaultAttribute(name: name, value: .bool(bool))
        case .integer(let number)? where number.magnitude <= 1 << 53:
            return DefaultAttribute(name: name, value: .integer(number))
        case .string(let text)? where text.hasScalars(atMost: textMaximumLength) && !text.utf8.contains(0):
            return DefaultAttribute(name: name, value: .text(text))
        case nil: fields.record("value", .missing)
        default:
            fields.record(
                "value",
                .wrongType(
                    expected: .english(
                        "a text of at most \(textMaximumLength) characters, a whole number, or true or false"
                    )
                )
            )
        }
        return nil
    }
}
