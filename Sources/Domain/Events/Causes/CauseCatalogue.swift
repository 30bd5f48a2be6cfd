import StrictJSON

/// Every canonical code of an event, with what is known about it: `causes.json`.
///
/// The list is closed: each code that `Classifier` assigns has an entry, except codes of second factors that a later
/// GoTrue may add (`mfa.…`), which share one.
public enum CauseCatalogue {
    /// Every entry, section by section.
    public static var entries: [CauseEntry] { table.entries }

    /// - Parameter code: a canonical code, as events have it.
    /// - Returns: nil for a code that this version does not know.
    public static func entry(_ code: String) -> CauseEntry? {
        table.entry(code) ?? (code.hasBytePrefix(secondFactorPrefix) ? table.entry(otherSecondFactor) : nil)
    }

    /// With which the codes of contradictions, and of rates that rise, begin. Only the server sees all sides, so its own
    /// rules report them.
    static let contradictionPrefix = "inc."

    public static func isContradiction(_ code: String) -> Bool { code.hasBytePrefix(contradictionPrefix) }

    private static let secondFactorPrefix = "mfa."
    private static let otherSecondFactor = "mfa.other"

    private static let table = EmbeddedTable.read("causes.json") { try CauseTable(PackageResources.causes_json) }
}

/// The entries of `causes.json`, in the order of the file.
struct CauseTable: Sendable {
    let entries: [CauseEntry]
    private let index: [ByteText: CauseEntry]

    /// - Throws: `DecodingError`, or a `EmbeddedTableProblem` for a name that occurs twice or that nothing has.
    init(_ bytes: [UInt8]) throws {
        let file = try EmbeddedTable.decode(File.self, bytes)
        let sources = try Dictionary(unique: file.sources.map { ($0.name, $0) })
        let snippets = try Dictionary(unique: file.snippets.map { ($0.name, $0.lines.joined(separator: "\n")) })
        func found<Value>(_ name: String, in named: [ByteText: Value]) throws -> Value {
            guard let value = named[ByteText(name)] else { throw EmbeddedTableProblem(name, "Nothing has this name.") }
            return value
        }
        entries = try file.entries.map { row in
            CauseEntry(
                section: row.section,
                code: row.code,
                outcome: row.outcome,
                fault: row.fault,
                retry: row.retry,
                stages: row.stages,
                isMistake: row.isMistake ?? false,
                snippet: try row.snippet.map { try found($0, in: snippets) },
                sources: try row.sources.map { name in
                    let source = try found(name, in: sources)
                    return CauseSource(title: source.title ?? source.name, url: source.url)
                }
            )
        }
        index = try Dictionary(unique: entries.map { ($0.code, $0) })
    }

    func entry(_ code: String) -> CauseEntry? { index[ByteText(code)] }

    struct File: Codable {
        let entries: [Row]
        let snippets: [Snippet]
        let sources: [Source]

        struct Row: Codable {
            let section: CauseSection
            let code: String
            let outcome: Outcome
            let fault: CauseFault
            let retry: CauseRetry
            let stages: [Stage]
            let isMistake: Bool?
            /// Names of `sources`.
            let sources: [String]
            /// A name of `snippets`.
            let snippet: String?
        }

        struct Snippet: Codable {
            let name: String
            let lines: [String]
        }

        struct Source: Codable {
            let name: String
            /// Without it, the name is the title.
            let title: String?
            let url: String
        }
    }
}

/// A part of the catalogue of causes.
public enum CauseSection: String, Sendable, CaseIterable, Hashable, Codable {
    case sheet, device, network, apple, account, server, keychain
    case cloudKit = "cloudkit"
    /// What only the server sees: contradictions, and rates that rise.
    case detector
    case other

    /// The entries, in the order in which they are listed.
    public var entries: [CauseEntry] { CauseCatalogue.entries.filter { $0.section == self } }
}
