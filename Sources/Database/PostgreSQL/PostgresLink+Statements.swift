#if PostgreSQL
import CPostgres
import Foundation

/// Prepares statements, sends their values and reads their rows.
extension PostgresLink {
    /// Prepares a statement, once for each text.
    func prepare(_ statement: Statement) throws -> Prepared {
        let text = statement.text
        if let known = prepared[text] { return known }
        if text == Statement.commit.text { return Prepared(name: "", parameters: [], isSearch: false) }
        let isKnown = prepared.count < Self.maximumPrepared
        let isSearch = Self.isSearch(statement)
        names += 1
        let name = !isSearch && isKnown ? "s\(names)" : ""
        guard PQsendPrepare(handle, name, text, 0, nil) == 1 else { throw lost() }
        try drain(text) { _ in }
        guard PQsendDescribePrepared(handle, name) == 1 else { throw lost() }
        var parameters: [UInt32] = []
        try drain(text) { result in parameters = (0..<PQnparams(result)).map { PQparamtype(result, $0) } }
        let new = Prepared(name: name, parameters: parameters, isSearch: isSearch)
        if isKnown { prepared[text] = new }
        return new
    }

    /// Whether the best plan depends on the values: then each run is planned separately.
    private static func isSearch(_ statement: Statement) -> Bool {
        !statement.keepsPlan && ["ORDER BY", "GROUP BY", "LIMIT", "count("].contains { statement.text.contains($0) }
    }

    func encode(_ statement: Statement, _ prepared: Prepared) throws -> [[UInt8]?] {
        let (values, types) = (statement.values, prepared.parameters)
        guard statement.columns.isEmpty else {
            return try statement.columns.map { try PostgresValue.encode($0.values, of: $0.type) }
        }
        guard values.count == types.count else {
            throw DatabaseError(.statement, "\(values.count) values for \(types.count) places in: \(statement.text)")
        }
        return try zip(values, types).map { try PostgresValue.encode($0, as: $1) }
    }

    func send(_ prepared: Prepared, _ text: String, _ values: [[UInt8]?]) throws {
        // One buffer for all values: their addresses must not move until they are sent.
        let bytes = values.flatMap { $0 ?? [] }
        let lengths = values.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        let sent = bytes.withUnsafeBytes { buffer in
            var place = 0
            let empty = UnsafePointer<CChar>(bitPattern: 1)
            let addresses: [UnsafePointer<CChar>?] = values.map { value in
                guard let value else { return nil }
                defer { place += value.count }
                return value.isEmpty
                    ? empty : buffer.baseAddress?.advanced(by: place).assumingMemoryBound(to: CChar.self)
            }
            let count = Int32(values.count)
            guard prepared.name.isEmpty else {
                return PQsendQueryPrepared(handle, prepared.name, count, addresses, lengths, formats, 1)
            }
            return PQsendQueryParams(handle, text, count, prepared.parameters, addresses, lengths, formats, 1)
        }
        guard sent == 1 else { throw lost() }
    }

    func read(_ result: OpaquePointer, _ text: String, _ body: (Row) throws -> Void) throws {
        let count = PQntuples(result)
        guard count > 0 else { return }
        let width = PQnfields(result)
        let names = columns[text] ?? Row.Columns((0..<width).map { String(cString: PQfname(result, $0)) })
        if columns.count < Self.maximumPrepared { columns[text] = names }
        let types = (0..<width).map { PQftype(result, $0) }
        for line in 0..<count {
            var values: [SQLValue] = []
            values.reserveCapacity(Int(width))
            for field in 0..<width { values.append(try Self.value(result, line, field, types[Int(field)])) }
            try body(Row(columns: names, values: values))
        }
    }

    private static func value(_ result: OpaquePointer, _ line: Int32, _ field: Int32, _ type: UInt32) throws -> SQLValue
    {
        guard PQgetisnull(result, line, field) == 0 else { return .null }
        let length = Int(PQgetlength(result, line, field))
        return try PostgresValue.decode(
            UnsafeRawBufferPointer(start: PQgetvalue(result, line, field), count: length),
            type: type
        )
    }
}
#endif
