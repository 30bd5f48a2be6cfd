import Domain
import Foundation
import StrictJSON

/// Reads the members of a message in JSON: camel case only, `null` as absent, unknown ones ignored (proto3 JSON mapping).
struct OTLPMembers {
    private let object: JSONObject
    /// `logRecords[3]`, `logRecords[3].attributes[0]`
    let path: String

    init(_ object: JSONObject, path: String) {
        self.object = object
        self.path = path
    }

    /// - Throws: `wrong_type` unless the value is an object.
    init(_ value: JSONValue, path: String) throws(ItemError) {
        guard let object = value.objectValue else {
            throw ItemError(code: "wrong_type", message: "\(path) must be an object.")
        }
        self.init(object, path: path)
    }

    /// - Returns: empty when it is absent.
    func text(_ name: String) throws(ItemError) -> String {
        guard let value = value(name) else { return "" }
        guard let text = value.stringValue else { throw wrongType(name, "text") }
        return text
    }

    /// - Returns: empty when it is absent.
    func list(_ name: String) throws(ItemError) -> [JSONValue] {
        guard let value = value(name) else { return [] }
        guard let list = value.arrayValue else { throw wrongType(name, "a list") }
        return list
    }

    func members(_ name: String) throws(ItemError) -> OTLPMembers? {
        guard let value = value(name) else { return nil }
        return try OTLPMembers(value, path: "\(path).\(name)")
    }

    /// Reads a number of 64 bits without a sign: digits as text, or a number, which may have lost its last digits.
    func unsigned(_ name: String) throws(ItemError) -> UInt64 {
        switch value(name) {
        case nil: return 0
        case .string(let text)?: if let number = UInt64(text) { return number }
        case .integer(let number)?: if number >= 0 { return UInt64(number) }
        // A number beyond 63 bits; the largest ones round to 2⁶⁴.
        case .number(let number)?: if number >= 0, number <= 0x1p64 { return UInt64(exactly: number.rounded()) ?? .max }
        default: break
        }
        throw wrongType(name, "a number without a sign, of at most 64 bits")
    }

    /// Reads a number of 32 bits, or an enum, which is its number and never its name.
    func integer<Number: FixedWidthInteger>(_ name: String) throws(ItemError) -> Number {
        guard let value = value(name) else { return 0 }
        let number = value.integerValue ?? value.stringValue.flatMap { Int64($0) }
        guard let number = number.flatMap({ Number(exactly: $0) }) else { throw wrongType(name, "a number") }
        return number
    }

    /// Reads an id in hexadecimal digits of either case.
    /// - Returns: no bytes for another text, which links to nothing.
    func id(_ name: String) throws(ItemError) -> [UInt8] { Hexadecimal.decode(try text(name)) ?? [] }

    /// - Parameter depth: the levels of values above.
    func attributes(_ name: String, depth: Int = 0) throws(ItemError) -> JSONObject {
        var pairs: [(String, JSONValue)] = []
        for (index, element) in try list(name).enumerated() {
            let attribute = try OTLPMembers(element, path: "\(path).\(name)[\(index)]")
            guard let value = try attribute.anyValue("value", depth: depth) else { continue }
            pairs.append((try attribute.text("key"), value))
        }
        return JSONObject(pairs)
    }

    /// Reads an `AnyValue`.
    /// - Returns: nil when it is absent or unset, or of a type that we do not know.
    func anyValue(_ name: String, depth: Int = 0) throws(ItemError) -> JSONValue? {
        try members(name)?.anyValue(depth: depth)
    }

    private func anyValue(depth: Int) throws(ItemError) -> JSONValue? {
        guard depth < OTLPLimits.depth else { throw .tooDeep(path) }
        for (name, value) in object where !value.isNull {
            switch ByteText(name) {
            case "stringValue": return .string(try text(name))
            case "boolValue":
                guard value.boolValue != nil else { throw wrongType(name, "true or false") }
                return value
            case "intValue": return .integer(try integer(name))
            case "doubleValue": return .otlp(try double(name))
            case "bytesValue": return .otlp(try bytes(name))
            case "arrayValue": return .array(try members(name)?.values(depth: depth + 1) ?? [])
            case "kvlistValue":
                return .object(try members(name)?.attributes("values", depth: depth + 1) ?? JSONObject())
            default: continue
            }
        }
        return nil
    }

    private func values(depth: Int) throws(ItemError) -> [JSONValue] {
        var values: [JSONValue] = []
        for (index, element) in try list("values").enumerated() {
            let value = try OTLPMembers(element, path: "\(path).values[\(index)]").anyValue(depth: depth)
            values.append(value ?? .null)
        }
        return values
    }

    private func double(_ name: String) throws(ItemError) -> Double {
        guard let value = value(name) else { return 0 }
        if let number = value.doubleValue ?? value.stringValue.flatMap(Self.double) { return number }
        throw wrongType(name, "a number")
    }

    private static func double(_ text: String) -> Double? {
        switch ByteText(text) {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: text.utf8.count <= 64 ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
        }
    }

    /// Reads base64, of either alphabet, with or without padding.
    private func bytes(_ name: String) throws(ItemError) -> Data {
        var text = try text(name).utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        text += [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        guard let bytes = Data(base64Encoded: Data(text)) else { throw wrongType(name, "base64") }
        return bytes
    }

    private func value(_ name: String) -> JSONValue? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    private func wrongType(_ name: String, _ wanted: String) -> ItemError {
        ItemError(code: "wrong_type", message: "\(path).\(name) must be \(wanted).")
    }
}
