/// Parses values from bytes, front to back, each byte once.
///
/// The buffer's own subscript does not check its bounds in an optimised build, so `position < bytes.count` precedes
/// every access to a byte.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    var position = 0
    private var depth = 0
    private var elements = 0

    init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func text() throws(JSONFailure) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw JSONFailure(.trailingData, at: position) }
        return value
    }

    private mutating func value() throws(JSONFailure) -> JSONValue {
        let first = try next()
        elements += 1
        guard elements <= limits.maximumElements else {
            throw JSONFailure(.tooMany(maximum: limits.maximumElements), at: position)
        }
        switch first {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try nested { parser throws(JSONFailure) in try parser.object() })
        case UInt8(ascii: "["): return .array(try nested { parser throws(JSONFailure) in try parser.array() })
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw JSONFailure(.unexpectedByte(first), at: position)
        }
    }

    /// Runs `body` one level deeper, after the opening bracket.
    private mutating func nested<Content>(
        _ body: (inout JSONParser) throws(JSONFailure) -> Content
    ) throws(JSONFailure) -> Content {
        depth += 1
        guard depth <= limits.maximumDepth else {
            throw JSONFailure(.tooDeep(maximum: limits.maximumDepth), at: position)
        }
        position += 1
        let content = try body(&self)
        depth -= 1
        return content
    }

    private mutating func array() throws(JSONFailure) -> [JSONValue] {
        var values = [JSONValue]()
        if try next() == UInt8(ascii: "]") {
            position += 1
            return values
        }
        while true {
            do throws(JSONFailure) {
                values.append(try value())
            } catch {
                throw error.inside(element: values.count)
            }
            guard try more(until: UInt8(ascii: "]")) else { return values }
        }
    }

    private mutating func object() throws(JSONFailure) -> JSONObject {
        var members = [JSONObject.Member]()
        var seen = SeenNames()
        if try next() == UInt8(ascii: "}") {
            position += 1
            return JSONObject()
        }
        members.reserveCapacity(8)
        while true {
            guard members.count < limits.maximumMembers else {
                throw JSONFailure(.tooMany(maximum: limits.maximumMembers), at: position)
            }
            let name = try name()
            guard seen.isNew(name.text, among: members) else { throw JSONFailure.duplicate(name.text, at: name.offset) }
            do throws(JSONFailure) {
                members.append(JSONObject.Member(name: name.text, value: try value()))
            } catch {
                throw error.inside(member: name.text)
            }
            seen.noteLast(of: members)
            guard try more(until: UInt8(ascii: "}")) else { return JSONObject(distinct: members, places: seen.places) }
        }
    }

    /// Reads `"name" :`.
    private mutating func name() throws(JSONFailure) -> (text: String, offset: Int) {
        let first = try next()
        let offset = position
        guard first == UInt8(ascii: "\"") else { throw JSONFailure(.unexpectedByte(first), at: offset) }
        let text: String
        do throws(JSONFailure) {
            text = try string(maximumBytes: min(limits.maximumNameBytes, limits.maximumStringBytes))
        } catch {
            throw error.ofName(limits)
        }
        let colon = try next()
        guard colon == UInt8(ascii: ":") else { throw JSONFailure(.unexpectedByte(colon), at: position) }
        position += 1
        return (text, offset)
    }

    /// Reads a comma, which another item must follow, or the closing bracket.
    private mutating func more(until end: UInt8) throws(JSONFailure) -> Bool {
        let byte = try next()
        guard byte == UInt8(ascii: ",") || byte == end else { throw JSONFailure(.unexpectedByte(byte), at: position) }
        position += 1
        return byte != end
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFailure) -> JSONValue {
        for expected in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
            guard position < bytes.count else { throw JSONFailure(.unexpectedEnd, at: position) }
            guard bytes[position] == expected else { throw JSONFailure(.unexpectedByte(bytes[position]), at: position) }
            position += 1
        }
        return value
    }

    /// Returns the next byte that is not white space, without consuming it.
    private mutating func next() throws(JSONFailure) -> UInt8 {
        skipSpace()
        guard position < bytes.count else { throw JSONFailure(.unexpectedEnd, at: position) }
        return bytes[position]
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }
}

extension JSONValue {
    /// Parses one JSON text strictly by RFC 8259: UTF-8 without a byte order mark, nothing before or after the value,
    /// unique names, no lone surrogates unless the limits allow them, no number beyond a double.
    /// - Throws: the first error, with its position.
    public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .standard) throws(JSONSyntaxError) {
        let parsed = bytes.withContiguousStorageIfAvailable { Self.parse($0, limits) }
        self = try (parsed ?? Array(bytes).withUnsafeBufferPointer { Self.parse($0, limits) }).get()
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ limits: JSONLimits
    ) -> Result<JSONValue, JSONSyntaxError> {
        var parser = JSONParser(bytes: bytes, limits: limits)
        do {
            return .success(try parser.text())
        } catch {
            return .failure(error.located(in: bytes))
        }
    }
}

/// Detects duplicate names in an object, in constant time however many members a hostile text has.
struct SeenNames {
    /// One bit for a coarse hash of each name: in most cases it proves that a name is new.
    private var coarse: UInt64 = 0
    private(set) var places = MemberPlaces()

    /// - Returns: false when one of `members` already has the name.
    mutating func isNew(_ name: String, among members: [JSONObject.Member]) -> Bool {
        let bit = Self.coarseBit(name)
        defer { coarse |= bit }
        return coarse & bit == 0 || places.place(of: name, among: members) == nil
    }

    /// Records the last of the members.
    mutating func noteLast(of members: [JSONObject.Member]) { places.noteLast(of: members) }

    private static func coarseBit(_ name: String) -> UInt64 {
        name.withBytes { bytes in
            var sum = UInt64(truncatingIfNeeded: bytes.count)
            for byte in bytes.prefix(12) { sum = sum &* 31 &+ UInt64(byte) }
            return 1 << (sum & 63)
        }
    }
}
