import Domain
import StrictJSON

/// Checks a value against a schema of the document: as much of JSON Schema as the document uses.
struct SchemaCheck {
    /// The whole document, where references lead.
    let document: JSONValue

    /// - Returns: what is wrong, each with its place; empty when the value is what the schema says.
    func problems(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
        if let reference = schema["$ref"]?.stringValue {
            guard let target = target(of: reference) else { return ["\(place): \(reference) leads nowhere"] }
            return problems(value, target, at: place)
        }
        if let choices = schema["oneOf"]?.arrayValue {
            let matching = choices.count { problems(value, $0, at: place).isEmpty }
            return matching == 1 ? [] : ["\(place): \(matching) of \(choices.count) choices match"]
        }
        var found: [String] = []
        if !hasType(value, schema["type"]) { return ["\(place): \(value.text) is not \(schema["type"]?.text ?? "")"] }
        if let only = schema["const"], value != only { found.append("\(place): \(value.text) is not \(only.text)") }
        if let values = schema["enum"]?.arrayValue, !values.contains(value) {
            found.append("\(place): \(value.text) is not in the list")
        }
        if let text = value.stringValue { found += textProblems(text, schema, at: place) }
        if let number = value.integerValue { found += numberProblems(number, schema, at: place) }
        for (index, element) in (value.arrayValue ?? []).enumerated() {
            if let items = schema["items"] { found += problems(element, items, at: "\(place)[\(index)]") }
        }
        if let object = value.objectValue { found += memberProblems(object, schema, at: place) }
        return found
    }

    func target(of reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document as JSONValue?) { $0?[String($1)] }
    }

    private func memberProblems(_ object: JSONObject, _ schema: JSONValue, at place: String) -> [String] {
        var found: [String] = []
        for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] where object[name] == nil {
            found.append("\(place): \(name) is missing")
        }
        for (name, value) in object {
            if let member = schema["properties"]?[name] {
                found += problems(value, member, at: "\(place).\(name)")
            } else if schema["additionalProperties"] == false {
                found.append("\(place): \(name) is not described")
            } else if let member = schema["additionalProperties"], member.objectValue != nil {
                found += problems(value, member, at: "\(place).\(name)")
            }
        }
        return found
    }

    private func hasType(_ value: JSONValue, _ type: JSONValue?) -> Bool {
        let names = type?.arrayValue?.compactMap(\.stringValue) ?? type?.stringValue.map { [$0] } ?? []
        guard !names.isEmpty else { return true }
        switch value {
        case .null: return names.contains("null")
        case .bool: return names.contains("boolean")
        case .integer: return names.contains("integer") || names.contains("number")
        case .number: return names.contains("number")
        case .string: return names.contains("string")
        case .array: return names.contains("array")
        case .object: return names.contains("object")
        }
    }

    private func textProblems(_ text: String, _ schema: JSONValue, at place: String) -> [String] {
        let isGood =
            switch schema["format"]?.stringValue {
            case "uuid": Identifier<SchemaCheck>(text)?.description == text
            case "date-time": Timestamp(rfc3339: text)?.rfc3339 == text
            case "email": EmailAddress(text) != nil
            default: true
            }
        let fits = schema["pattern"]?.stringValue.map { (try? Regex($0).firstMatch(in: text)) != nil } ?? true
        let isLong = schema["minLength"]?.integerValue.map { text.unicodeScalars.count >= $0 } ?? true
        let isShort = schema["maxLength"]?.integerValue.map { text.unicodeScalars.count <= $0 } ?? true
        return (isGood ? [] : ["\(place): \(text) has another format"])
            + (isShort && isLong ? [] : ["\(place): another length"])
            + (fits ? [] : ["\(place): \(text) does not fit its pattern"])
    }

    private func numberProblems(_ number: Int64, _ schema: JSONValue, at place: String) -> [String] {
        let isGreat = schema["minimum"]?.integerValue.map { number >= $0 } ?? true
        let isSmall = schema["maximum"]?.integerValue.map { number <= $0 } ?? true
        return isGreat && isSmall ? [] : ["\(place): \(number) is out of range"]
    }
}
