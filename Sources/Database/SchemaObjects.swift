import Foundation

/// What a schema is made of: the definition of each table, trigger, function and policy, as the engine writes it down.
public struct SchemaObjects: Sendable, Hashable {
    /// By kind and name: `trigger audit_entries_stay`. Sorted; more than one only where somebody forged the catalogue.
    public let definitions: [String: [String]]

    public init(_ objects: [(name: String, definition: String)]) {
        definitions = Dictionary(grouping: objects, by: \.name).mapValues { $0.map(\.definition).sorted() }
    }

    /// - Throws: when the text is none that `json()` made.
    public init(json: Data) throws {
        definitions = try JSONDecoder().decode([String: [String]].self, from: json)
    }

    /// One object a line, in the order of their names.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        let lines = try definitions.sorted { $0.key < $1.key }.map { name, texts in
            String(decoding: try encoder.encode(name), as: UTF8.self) + ": "
                + String(decoding: try encoder.encode(texts), as: UTF8.self)
        }
        return Data("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }

    /// The names of what is missing, changed, or there without being wanted.
    /// - Parameter allowsMoreIndexes: passes over indexes that were added, as an operator may do for speed.
    public func differing(from wanted: SchemaObjects, allowsMoreIndexes: Bool = false) -> [String] {
        Set(definitions.keys).union(wanted.definitions.keys).filter { name in
            if allowsMoreIndexes, name.hasPrefix("index "), wanted.definitions[name] == nil { return false }
            return definitions[name] != wanted.definitions[name]
        }.sorted()
    }
}

extension DatabaseError {
    /// What differs in a schema, and what to do; nil when nothing does.
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
