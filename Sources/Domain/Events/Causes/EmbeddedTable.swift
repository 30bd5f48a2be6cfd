import Foundation
import StrictJSON

/// Reads tables that are compiled into the program.
enum EmbeddedTable {
    /// Stops the program, with the place, when a table is wrong: it is a part of the program, as the code is.
    /// `CauseCatalogue.check` reads all of them at the start.
    static func read<Table>(_ name: StaticString, _ table: () throws -> Table) -> Table {
        do { return try table() } catch { fatalError("\(name): \(error)") }
    }

    /// - Throws: `DecodingError` with the place.
    static func decode<File: Decodable>(_: File.Type, _ bytes: [UInt8]) throws -> File {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(File.self, from: Data(bytes))
    }
}

/// What is wrong with an embedded table.
struct EmbeddedTableProblem: Error, Hashable, CustomStringConvertible {
    /// The name or code that is at fault.
    let subject: String
    let reason: String

    init(_ subject: String, _ reason: String) {
        self.subject = subject
        self.reason = reason
    }

    var description: String { "\(subject): \(reason)" }
}

extension Dictionary where Key == ByteText {
    /// - Throws: for a name that occurs twice.
    init(unique pairs: [(String, Value)]) throws(EmbeddedTableProblem) {
        self.init(minimumCapacity: pairs.count)
        for (name, value) in pairs {
            guard updateValue(value, forKey: ByteText(name)) == nil else {
                throw EmbeddedTableProblem(name, "It occurs twice.")
            }
        }
    }
}
