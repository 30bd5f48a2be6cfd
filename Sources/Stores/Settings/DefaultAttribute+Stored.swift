import Domain
import StrictJSON

/// `[name, value]`, or `[name, seconds, true]` for a moment after creation.
extension DefaultAttribute {
    var stored: JSONValue {
        switch value {
        case .text(let text): [.string(name), .string(text)]
        case .integer(let number): [.string(name), .integer(number)]
        case .truth(let truth): [.string(name), .bool(truth)]
        case .after(let span): [.string(name), .integer(span.components.seconds), true]
        }
    }

    init?(stored value: JSONValue) {
        guard let parts = value.arrayValue, let name = value[0]?.stringValue, let content = value[1] else { return nil }
        let isSpan = value[2] == true
        // A duration is a number of seconds; a value with any other suffix is invalid.
        guard parts.count == 2 || parts.count == 3 && isSpan && content.integerValue != nil else { return nil }
        switch content {
        case .string(let text): self.init(name: name, value: .text(text))
        case .integer(let number): self.init(name: name, value: isSpan ? .after(.seconds(number)) : .integer(number))
        case .bool(let truth): self.init(name: name, value: .truth(truth))
        default: return nil
        }
    }
}
