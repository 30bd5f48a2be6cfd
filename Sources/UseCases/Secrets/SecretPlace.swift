import Crypto
import Domain
import Foundation

/// Identifies the cell of a sealed value, which can be opened for no other cell.
public struct SecretPlace: Sendable, Hashable {
    let table: String
    let column: String
    let row: [UInt8]

    public init(table: StaticString, column: StaticString, row: [UInt8]) {
        self.table = table.description
        self.column = column.description
        self.row = row
    }

    public init<Subject>(table: StaticString, column: StaticString, row: Identifier<Subject>) {
        self.init(table: table, column: column, row: row.uuid.bytes)
    }
}
