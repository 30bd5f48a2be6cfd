import Foundation

/// The id of one type: a UUID that cannot be mistaken for the id of another type.
///
/// Ids are not secrets: knowing one grants no access.
public struct Identifier<Subject>: Hashable, Sendable, LosslessStringConvertible {
    public let uuid: UUID

    public init(_ uuid: UUID) { self.uuid = uuid }

    /// Parses the hyphenated 36-character form, in either case.
    public init?(_ text: String) {
        guard let uuid = UUID(hyphenated: text) else { return nil }
        self.uuid = uuid
    }

    /// Lower-case hyphenated form.
    public var description: String { uuid.hyphenated }
}

extension Identifier: Comparable {
    /// The order of the bytes, which for version 7 is the order of creation.
    public static func < (left: Identifier, right: Identifier) -> Bool { left.uuid < right.uuid }
}

extension UUID {
    /// A version 7 UUID (RFC 9562 §5.7): 48 bits of `timestamp`, then the random bits.
    public static func version7(at timestamp: Timestamp, random: (UInt64, UInt64)) -> UUID {
        let time = UInt64(clamping: timestamp.milliseconds)
        var bytes = [UInt8]()
        bytes.reserveCapacity(16)
        for shift in stride(from: 40, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: time >> UInt64(shift)))
        }
        for shift in stride(from: 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: random.0 >> UInt64(shift)))
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: random.1 >> UInt64(shift)))
        }
        bytes[6] = bytes[6] & 0x0F | 0x70
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(bytes: bytes)
    }

    /// The time at which a version 7 UUID was made; nil for another version (RFC 9562 §5.7).
    public var version7Time: Timestamp? {
        let bytes = bytes
        guard bytes[6] >> 4 == 7, bytes[8] >> 6 == 0b10 else { return nil }
        return Timestamp(milliseconds: bytes[..<6].reduce(0) { $0 << 8 | Int64($1) })
    }

    /// Parses 36 characters (RFC 9562 §4), in either case. Foundation's own parser is lenient and ten times slower.
    public init?(hyphenated text: String) {
        let utf8 = text.utf8
        guard utf8.count == 36 else { return nil }
        let parsed =
            utf8.withContiguousStorageIfAvailable(Self.parsed) ?? Array(utf8).withUnsafeBufferPointer(Self.parsed)
        guard let parsed else { return nil }
        self.init(uuid: parsed)
    }

    /// - Parameter text: 36 bytes.
    private static func parsed(_ text: UnsafeBufferPointer<UInt8>) -> uuid_t? {
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isValid = withUnsafeMutableBytes(of: &value) { bytes in
            var place = 0
            for index in bytes.indices {
                if isHyphen(place) {
                    guard text[place] == UInt8(ascii: "-") else { return false }
                    place += 1
                }
                guard let high = Hexadecimal.value(of: text[place]), let low = Hexadecimal.value(of: text[place + 1])
                else { return false }
                bytes[index] = high << 4 | low
                place += 2
            }
            return true
        }
        return isValid ? value : nil
    }

    /// 36 characters in lower case.
    public var hyphenated: String {
        var text = Array(Hexadecimal.encode(bytes).utf8)
        for place in [8, 13, 18, 23] { text.insert(UInt8(ascii: "-"), at: place) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isHyphen(_ place: Int) -> Bool { place == 8 || place == 13 || place == 18 || place == 23 }

    /// - Precondition: `bytes` holds 16.
    public init(bytes: some Collection<UInt8>) {
        precondition(bytes.count == 16, "a UUID has 16 bytes")
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }

    public var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
