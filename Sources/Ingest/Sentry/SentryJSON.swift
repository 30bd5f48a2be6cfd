import Domain
import StrictJSON

/// Parses payloads of items.
enum SentryJSON {
    /// Parses a payload strictly. Only a lone half of a surrogate pair is replaced with U+FFFD: the SDK for JavaScript
    /// writes one where it cuts a text in the middle of a pair.
    static func value(
        _ payload: ArraySlice<UInt8>,
        limits: JSONLimits,
        at path: String
    ) throws(ItemError) -> JSONValue {
        do { return try JSONValue(parsing: payload, limits: limits) } catch {
            guard case .loneSurrogate = error.reason else { throw ItemError(error, at: path) }
        }
        do { return try JSONValue(parsing: replacingLoneSurrogates(payload), limits: limits) } catch {
            throw ItemError(error, at: path)
        }
    }

    static func object(
        _ payload: ArraySlice<UInt8>,
        limits: JSONLimits,
        at path: String
    ) throws(ItemError) -> JSONObject {
        guard let object = try value(payload, limits: limits, at: path).objectValue else {
            throw ItemError(code: "wrong_type", message: "\(path) must be a JSON object.")
        }
        return object
    }

    private static func replacingLoneSurrogates(_ payload: ArraySlice<UInt8>) -> [UInt8] {
        var output = [UInt8]()
        output.reserveCapacity(payload.count)
        var place = payload.startIndex
        while place < payload.endIndex {
            guard payload[place] == UInt8(ascii: "\\") else {
                output.append(payload[place])
                place += 1
                continue
            }
            let (length, isLone) = escape(in: payload, at: place)
            let end = min(place + length, payload.endIndex)
            output.append(contentsOf: isLone ? replacement : payload[place..<end])
            place = end
        }
        return output
    }

    private static let replacement = Array("\\uFFFD".utf8)[...]

    /// Returns the length of an escape, of a pair as a whole, and whether it is half of a pair.
    private static func escape(in bytes: ArraySlice<UInt8>, at place: Int) -> (length: Int, isLone: Bool) {
        // An escape other than `\u` has two bytes, the second of which may be a backslash.
        guard let unit = codeUnit(in: bytes, at: place) else { return (2, false) }
        guard UTF16.isSurrogate(unit) else { return (6, false) }
        if UTF16.isLeadSurrogate(unit), let next = codeUnit(in: bytes, at: place + 6), UTF16.isTrailSurrogate(next) {
            return (12, false)
        }
        return (6, true)
    }

    /// Reads `\uXXXX`.
    private static func codeUnit(in bytes: ArraySlice<UInt8>, at place: Int) -> UInt16? {
        guard place + 6 <= bytes.endIndex, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u"),
            let pair = Hexadecimal.decode(bytes[place + 2..<place + 6])
        else { return nil }
        return UInt16(pair[0]) << 8 | UInt16(pair[1])
    }
}
