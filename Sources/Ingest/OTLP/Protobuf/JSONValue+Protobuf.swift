import Foundation
import StrictJSON

extension JSONValue {
    /// - Returns: nil for a value that is unset, or of a type that we do not know.
    /// - Throws: `too_large`, `bad_value`
    init?(_ value: ProtoAnyValue, path: String, depth: Int = 0) throws(ItemError) {
        guard depth < OTLPLimits.depth else { throw .tooDeep(path) }
        switch value.value {
        case nil: return nil
        case .stringValue(let text)?: self = .string(try text.streamSafe(path))
        case .boolValue(let bool)?: self = .bool(bool)
        case .intValue(let number)?: self = .integer(number)
        case .doubleValue(let number)?: self = .otlp(number)
        case .bytesValue(let bytes)?: self = .otlp(bytes)
        case .arrayValue(let list)?:
            var elements: [JSONValue] = []
            for value in list.values { elements.append(try JSONValue(value, path: path, depth: depth + 1) ?? .null) }
            self = .array(elements)
        case .kvlistValue(let list)?: self = .object(try JSONObject(list.values, path: path, depth: depth + 1))
        }
    }
}

extension JSONObject {
    /// - Throws: `too_large`, `bad_value`
    init(_ attributes: [ProtoKeyValue], path: String, depth: Int = 0) throws(ItemError) {
        var pairs: [(String, JSONValue)] = []
        pairs.reserveCapacity(attributes.count)
        for attribute in attributes {
            guard let value = try JSONValue(attribute.value, path: path, depth: depth) else { continue }
            pairs.append((try attribute.key.streamSafe(path), value))
        }
        self.init(pairs)
    }

    /// - Parameter bytes: a message `Resource`.
    init(protobufResource bytes: [UInt8]) throws(ItemError) {
        let path = "resource"
        let resource = try ProtoResource(.resource, bytes, in: bytes.indices, path: path)
        try self.init(resource.attributes, path: path)
    }
}
