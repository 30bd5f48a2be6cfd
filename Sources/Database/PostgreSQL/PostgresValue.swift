#if PostgreSQL
import Foundation

/// Values in PostgreSQL's binary form: numbers in network order, texts and bytes as they are.
enum PostgresValue {
    /// - Returns: nil for NULL.
    /// - Throws: `.check` when the value does not fit the type that the server expects.
    static func encode(_ value: SQLValue, as type: UInt32) throws(DatabaseError) -> [UInt8]? {
        switch value {
        case .null: return nil
        case .integer(let number): return try encode(number, as: type)
        case .real(let number):
            guard type == PostgresType.float8 else { throw mismatch(value, type) }
            return bigEndian(number.bitPattern)
        case .text(let text):
            guard
                ![
                    PostgresType.int2, PostgresType.int4, PostgresType.int8, PostgresType.bool, PostgresType.float8,
                    PostgresType.uuid,
                ]
                .contains(type)
            else { throw mismatch(value, type) }
            // PostgreSQL's text cannot hold U+0000; SQLite's can. The replacement character marks where one was.
            return Array(text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}").utf8 : text.utf8)
        case .blob(let data): return Array(data)
        }
    }

    /// An array of one dimension (`array_send`): its header, then each value with its length.
    /// - Parameter type: the type of each value.
    static func encode(_ values: [SQLValue], of type: UInt32) throws(DatabaseError) -> [UInt8] {
        var (bytes, hasNull): ([UInt8], Bool) = ([], false)
        for value in values {
            guard let encoded = try encode(value, as: type) else {
                hasNull = true
                bytes += bigEndian(Int32(-1))
                continue
            }
            bytes += bigEndian(Int32(encoded.count))
            bytes += encoded
        }
        // The header has the dimensions, whether there is a NULL, the type, and for the dimension its length and first
        // index.
        let header =
            [values.isEmpty ? 0 : 1, hasNull ? 1 : 0, Int32(bitPattern: type)]
            + (values.isEmpty ? [] : [Int32(values.count), 1])
        return header.flatMap { bigEndian($0) } + bytes
    }

    private static func encode(_ number: Int64, as type: UInt32) throws(DatabaseError) -> [UInt8] {
        switch type {
        case PostgresType.int8: return bigEndian(UInt64(bitPattern: number))
        case PostgresType.int4:
            guard let small = Int32(exactly: number) else { throw mismatch(.integer(number), type) }
            return bigEndian(UInt32(bitPattern: small))
        case PostgresType.int2:
            guard let small = Int16(exactly: number) else { throw mismatch(.integer(number), type) }
            return bigEndian(UInt16(bitPattern: small))
        case PostgresType.bool:
            guard number == 0 || number == 1 else { throw mismatch(.integer(number), type) }
            return [UInt8(number)]
        case PostgresType.float8: return bigEndian(Double(number).bitPattern)
        default: throw mismatch(.integer(number), type)
        }
    }

    /// - Throws: `.decoding` for a type that the schema does not use.
    static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) throws(DatabaseError) -> SQLValue {
        switch type {
        case PostgresType.int8: return .integer(Int64(bitPattern: try number(bytes)))
        case PostgresType.int4: return .integer(Int64(Int32(bitPattern: try number(bytes))))
        case PostgresType.int2: return .integer(Int64(Int16(bitPattern: try number(bytes))))
        case PostgresType.bool: return .integer(bytes.first == 0 ? 0 : 1)
        case PostgresType.float8: return .real(Double(bitPattern: try number(bytes)))
        case PostgresType.float4: return .real(Double(Float(bitPattern: try number(bytes))))
        case PostgresType.numeric: return try numeric(bytes)
        case PostgresType.bytea, PostgresType.uuid: return .blob(Data(bytes))
        case PostgresType.text, 18, 19, 705, 1042, 1043: return .text(String(decoding: bytes, as: UTF8.self))
        case PostgresType.void: return .null
        default: throw DatabaseError(.decoding, "a column of type \(type), which no table of ours has")
        }
    }

    /// A sum of numbers: groups of four digits (`numeric_send`).
    private static func numeric(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) -> SQLValue {
        func word(_ place: Int) throws(DatabaseError) -> Int {
            guard bytes.count >= place * 2 + 2 else { throw DatabaseError(.decoding, "a number that is too short") }
            return Int(bytes[place * 2]) << 8 | Int(bytes[place * 2 + 1])
        }
        let (groups, sign) = (try word(0), try word(2))
        let weight = Int(Int16(truncatingIfNeeded: try word(1)))
        guard sign == 0 || sign == 0x4000 else { throw DatabaseError(.decoding, "a number without a value") }
        var whole = Int64(0)
        for group in 0...max(weight, 0) where weight >= 0 {
            let digits = group < groups ? Int64(try word(4 + group)) : 0
            let (product, overflows) = whole.multipliedReportingOverflow(by: 10_000)
            let (sum, overflowsToo) = product.addingReportingOverflow(digits)
            guard !overflows, !overflowsToo else { throw DatabaseError(.decoding, "a number that is too large") }
            whole = sum
        }
        guard groups <= weight + 1 else { throw DatabaseError(.decoding, "a number with a fraction") }
        return .integer(sign == 0 ? whole : -whole)
    }

    static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func number<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer
    ) throws(DatabaseError) -> Number {
        guard bytes.count == MemoryLayout<Number>.size else {
            throw DatabaseError(.decoding, "\(bytes.count) bytes for a number of \(MemoryLayout<Number>.size)")
        }
        return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }

    private static func mismatch(_ value: SQLValue, _ type: UInt32) -> DatabaseError {
        // The error does not contain the value, which may be secret.
        let kind =
            switch value {
            case .null: "NULL"
            case .integer: "a whole number"
            case .real: "a number"
            case .text: "a text"
            case .blob: "bytes"
            }
        return DatabaseError(.check, "\(kind) does not fit the type \(type)")
    }
}

/// The types that the schema uses, by their numbers in the catalogue (`pg_type.oid`, which never change).
enum PostgresType {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let float8: UInt32 = 701
    static let float4: UInt32 = 700
    static let numeric: UInt32 = 1700
    static let uuid: UInt32 = 2950
    /// The type of a function without a result.
    static let void: UInt32 = 2278
}
#endif
