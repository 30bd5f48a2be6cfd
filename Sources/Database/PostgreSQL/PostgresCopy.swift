#if PostgreSQL
/// The binary format of COPY (PostgreSQL manual, COPY, "Binary Format").
enum PostgresCopy {
    static let header: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
    static let end: [UInt8] = [0xFF, 0xFF]

    static func row(_ values: [SQLValue], _ types: [UInt32]) throws -> [UInt8] {
        guard values.count == types.count else {
            throw DatabaseError(.statement, "\(values.count) values for \(types.count) columns of a copy")
        }
        var bytes = PostgresValue.bigEndian(Int16(values.count))
        for (value, type) in zip(values, types) {
            guard let encoded = try PostgresValue.encode(value, as: type) else {
                bytes += PostgresValue.bigEndian(Int32(-1))
                continue
            }
            bytes += PostgresValue.bigEndian(Int32(encoded.count))
            bytes += encoded
        }
        return bytes
    }
}
#endif
