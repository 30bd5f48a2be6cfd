import Database
import Domain
import Foundation

/// The dimensions that are indexed columns of `events`: users, sessions, installations and attempts, which few events
/// share. A column holds the number that `subjects` gives to the value.
enum RowColumns {
    struct Entry: Sendable {
        let dimension: EventDimension
        let column: StaticString
        /// The name of the column in a row that was read.
        let name: String

        /// The stored form of a value: the bytes of a trace id, or those of `EventSubject`.
        func bytes(_ text: String) -> Data {
            switch dimension.definition.values {
            case .traceID: TraceID(text).map { Data($0.bytes) } ?? Data()
            case .text, .choice, .cause, .milliseconds: EventSubject.bytes(text)
            }
        }

        /// The value of stored bytes; nil when they are none.
        func text(_ bytes: Data) -> String? {
            if case .traceID = dimension.definition.values { return TraceID(bytes: Array(bytes))?.description }
            return EventSubject.text(bytes)
        }

        func value(in content: EventContent) -> SubjectValue? {
            if dimension == .attempt { return content.attempt.map { SubjectValue($0.bytes) } }
            return content.texts[dimension].map(EventSubject.value)
        }
    }

    static let all: [Entry] = EventDimension.allCases.compactMap { dimension in
        guard case .row(let column) = dimension.definition.storage else { return nil }
        return Entry(dimension: dimension, column: column, name: column.description)
    }

    static func has(_ dimension: EventDimension) -> Bool { all.contains { $0.dimension == dimension } }

    /// `e.user_id AS user_id, …`: the numbers of the subjects of a row.
    static let numbers: SQL = .list(
        all.map { "e.\(sql: SQL(stringLiteral: $0.column)) AS \(sql: SQL(stringLiteral: $0.column))" }
    )

    /// `(SELECT …) AS user_id`: the value of a subject of a row.
    static func selection(_ entry: Entry) -> SQL {
        let column = SQL(stringLiteral: entry.column)
        return
            "(SELECT x.value FROM subjects x WHERE x.tenant_id = e.tenant_id AND x.id = e.\(sql: column)) AS \(sql: column)"
    }
}
