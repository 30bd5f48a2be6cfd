import Database
import Domain
import Foundation

/// The dimensions that are indexed columns of `events`: users, sessions and attempts, which few events share.
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
            case .text, .choice, .cause: EventSubject.bytes(text)
            }
        }

        func value(in content: EventContent) -> SQLValue {
            if dimension == .attempt { return content.attempt.map { .blob(Data($0.bytes)) } ?? .null }
            return content.texts[dimension].map { .blob(EventSubject.bytes($0)) } ?? .null
        }
    }

    static let all: [Entry] = EventDimension.allCases.compactMap { dimension in
        guard case .row(let column) = dimension.definition.storage else { return nil }
        return Entry(dimension: dimension, column: column, name: column.description)
    }

    /// `e.user_id AS user_id, …`
    static let selected: SQL = .list(
        all.map { "e.\(sql: SQL(stringLiteral: $0.column)) AS \(sql: SQL(stringLiteral: $0.column))" }
    )
}
