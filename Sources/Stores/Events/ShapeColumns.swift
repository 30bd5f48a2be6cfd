import Database
import Domain

/// The dimensions that the shapes hold, in the order of the fingerprint, with their columns.
///
/// The positions in the table of dimensions determine the order, never the order of its rows: a fingerprint is stored.
enum ShapeColumns {
    struct Entry: Sendable {
        let dimension: EventDimension
        let column: SQL
        /// The name of the column in a row that was read.
        let name: String
    }

    static let all: [Entry] = EventDimension.allCases.compactMap { dimension -> (place: Int, entry: Entry)? in
        guard case .shape(let column, let place) = dimension.definition.storage else { return nil }
        let entry = Entry(dimension: dimension, column: SQL(stringLiteral: column), name: column.description)
        return (place, entry)
    }.sorted { $0.place < $1.place }.map(\.entry)

    static let dimensions = all.map(\.dimension)

    /// The places of the values that clients choose freely.
    static let textPlaces = all.indices.filter { dimensions[$0].isText }

    /// `s.source AS source, …`
    static let selected: SQL = .list(all.map { "s.\(sql: $0.column) AS \(sql: $0.column)" })

    /// `source, stage, …`
    static let names: SQL = .list(all.map(\.column))

    static func has(_ dimension: EventDimension) -> Bool { entry(dimension) != nil }

    static func entry(_ dimension: EventDimension) -> Entry? { all.first { $0.dimension == dimension } }

    /// The columns that a condition is about.
    static func tested(by condition: EventCondition) -> [Entry] {
        let fields = condition.fields
        return all.filter { fields.contains(.dimension($0.dimension)) }
    }

    /// The values of some columns in a row that was read.
    static func values(_ columns: [Entry], in row: Row) throws -> [EventDimension: String] {
        var values: [EventDimension: String] = [:]
        for column in columns { values[column.dimension] = try row.find(column.name) }
        return values
    }
}
