#if PostgreSQL
import Foundation

/// Caches a connection's metadata of the tables that it fills in bulk.
final class PostgresTables {
    struct Shape {
        struct ColumnType {
            let number: UInt32
            /// The type's name, as in a cast.
            let name: String
        }

        let name: String
        let types: [String: ColumnType]
        /// The columns of the primary key.
        let key: [String]

        /// Returns rows as a source for a statement: an array for each column, side by side, and `incoming_place`
        /// (PostgreSQL manual §9.19, `unnest`).
        func incoming(
            _ columns: [String],
            _ rows: [[SQLValue]]
        ) throws -> (source: String, columns: [PostgresLink.Column]) {
            let types = try columns.map { column in
                guard let type = self.types[column] else {
                    throw DatabaseError(.statement, "the table \(name) has no column \(column)")
                }
                return type
            }
            guard rows.allSatisfy({ $0.count == columns.count }) else {
                throw DatabaseError(.statement, "a row for \(name) has not \(columns.count) values")
            }
            let places = types.enumerated().map { "$\($0.offset + 1)::\($0.element.name)[]" }.joined(separator: ", ")
            let names = (columns + ["incoming_place"]).joined(separator: ", ")
            return (
                "unnest(\(places)) WITH ORDINALITY AS incoming (\(names))",
                types.enumerated().map { place, type in
                    PostgresLink.Column(type: type.number, values: rows.map { $0[place] })
                }
            )
        }
    }

    private var shapes: [String: Shape] = [:]

    func shape(of name: String, on link: PostgresLink) throws -> Shape {
        if let known = shapes[name] { return known }
        var types: [String: Shape.ColumnType] = [:]
        try link.run(
            """
            SELECT attname::text AS name, atttypid::bigint AS type, format_type(atttypid, NULL) AS type_name FROM pg_attribute
            WHERE attrelid = to_regclass(\(name)) AND attnum > 0 AND NOT attisdropped
            """
        ) {
            types[try $0.get("name")] = Shape.ColumnType(
                number: UInt32(try $0.get("type", as: Int.self)),
                name: try $0.get("type_name")
            )
        }
        var key: [String] = []
        try link.run(
            """
            SELECT a.attname::text AS name FROM pg_index i
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = to_regclass(\(name)) AND i.indisprimary
            """
        ) { key.append(try $0.get("name")) }
        let shape = Shape(name: name, types: types, key: key)
        shapes[name] = shape
        return shape
    }
}
#endif
