import Foundation

/// The objects of a schema: the definition of each table, trigger, function and policy, in the engine's notation.
public struct SchemaObjects: Sendable, Hashable {
    /// The definitions by kind and name: `trigger audit_entries_stay`. Sorted; more than one only where the catalogue
    /// was forged.
    public let definitions: [String: [String]]

    public init(_ objects: [(name: String, definition: String)]) {
        definitions = Dictionary(grouping: objects, by: \.name).mapValues { $0.map(\.definition).sorted() }
    }

    /// - Throws: when the text was not made by `json()`.
    public init(json: Data) throws {
        definitions = try JSONDecoder().decode([String: [String]].self, from: json)
    }

    /// Returns one object a line, ordered by name.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        let lines = try definitions.sorted { $0.key < $1.key }.map { name, texts in
            String(decoding: try encoder.encode(name), as: UTF8.self) + ": "
                + String(decoding: try encoder.encode(texts), as: UTF8.self)
        }
        return Data("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }

    /// Returns the names of the objects that are missing, changed or unexpected.
    /// - Parameter allowsMoreIndexes: ignores indexes that were added, as an operator may do for speed.
    public func differing(from wanted: SchemaObjects, allowsMoreIndexes: Bool = false) -> [String] {
        Set(definitions.keys).union(wanted.definitions.keys).filter { name in
            if allowsMoreIndexes, name.hasPrefix("index "), wanted.definitions[name] == nil { return false }
            return definitions[name] != wanted.definitions[name]
        }.sorted()
    }
}

extension DatabaseError {
    /// Describes the differences of a schema, and the remedy; nil when there are none.
    /// - Parameter place: the file or the schema.
    public init?(differing names: [String], in place: String) {
        guard !names.isEmpty else { return nil }
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        self.init(
            .migration,
            """
            \(place) holds what this program did not make as it is, or lacks it: \(names.prefix(5).joined(separator: ", "))\(more). Undo what was \
            changed by hand, or restore a backup.
            """
        )
    }
}
