import StrictJSON

/// The errors of platforms and servers that this version knows, with the canonical codes that they stand for: those of
/// Apple and of servers in `errors.json`, those of Android, browsers and backends in `platforms.json`.
struct KnownErrors: Sendable {
    static let standard = EmbeddedTable.read("errors.json and platforms.json") {
        try KnownErrors(PackageResources.errors_json, platforms: PackageResources.platforms_json)
    }

    let families: [ErrorFamily]
    private let domains: [ByteText: ErrorFamily]
    private let serverCodes: [ByteText: String]
    private let serverPrefixes: [File.Prefix]
    private let statuses: [File.Status]

    /// - Throws: `DecodingError`, or an `EmbeddedTableProblem` for a domain or a code that occurs twice, for a
    ///   canonical code without an entry in the catalogue of causes, and for a list that does not exist.
    init(_ bytes: [UInt8], platforms: [UInt8]) throws {
        let file = try EmbeddedTable.decode(File.self, bytes)
        let platforms = try EmbeddedTable.decode(PlatformFile.self, platforms)
        let rows = file.families + platforms.families + platforms.errorLists.flatMap(\.families)
        for code in file.canonicals + platforms.phraseLists.flatMap(\.canonicals) + rows.flatMap(\.canonicals)
        where CauseCatalogue.entry(code)?.code.hasSameBytes(as: code) != true {
            throw EmbeddedTableProblem(code, "The catalogue of causes has no such code.")
        }
        let errorLists = try Dictionary(unique: platforms.errorLists.map { ($0.name, $0.errors) })
        let phraseLists = try Dictionary(unique: platforms.phraseLists.map { ($0.name, $0.messages) })
        families = try rows.map { row in
            try ErrorFamily(
                kind: row.kind ?? .platform,
                errors: row.errors + errorLists.rows(ofLists: row.errorLists),
                messages: (row.messages ?? []) + phraseLists.rows(ofLists: row.phraseLists)
            )
        }
        domains = try Dictionary(
            unique: zip(rows, families).flatMap { row, family in
                row.domains.map { ($0.lowercasedASCII(), family) }
            }
        )
        serverCodes = try Dictionary(
            unique: file.serverCodes.flatMap { row in row.codes.map { ($0.lowercasedASCII(), row.canonical) } }
                + families.passedOn.map { ($0.code.lowercasedASCII(), $0.canonical) }
                + families.reportedCodes.map { ($0, $0) }
                + Session.EndReason.allCases.map { ("session_\($0.rawValue)", $0.canonical) }
        )
        serverPrefixes = file.serverPrefixes.map { .init(prefix: $0.prefix.lowercasedASCII(), canonical: $0.canonical) }
        statuses = file.statuses
    }

    /// - Parameter domain: As a client writes it: an NSError domain, the name of a Swift type, or Gatehouse's short
    ///   name.
    func family(_ domain: String) -> ErrorFamily? { domains[ByteText(domain.lowercasedASCII())] }

    func error(domain: String, code: String, message: String? = nil) -> KnownError? {
        family(domain)?.error(code: code, message: message)
    }

    /// Whether the message says that the error is of another use of its domain than the tables know.
    func isOfOtherUse(domain: String, message: String?) -> Bool { family(domain)?.isOfOtherUse(message) ?? false }

    /// The canonical code for a code of this server, in both API dialects, and for Apple's codes when a server passes
    /// them on.
    /// - Returns: nil for a text that is no code of a server.
    func canonical(ofServerCode code: String) -> String? {
        let code = code.lowercasedASCII()
        return serverCodes[ByteText(code)]
            ?? serverPrefixes.first { code.hasBytePrefix($0.prefix) }.map { row in
                row.isOpen
                    ? row.canonical + code[code.utf8.index(code.startIndex, offsetBy: row.prefix.utf8.count)...]
                    : row.canonical
            }
    }

    /// The canonical code for an HTTP response without a code of this server.
    /// - Returns: nil for a status that is no error.
    func canonical(ofStatus status: Int) -> String? {
        statuses.first { $0.first <= status && status <= $0.last }?.canonical
    }
}

/// A group of error domains with one table of codes.
struct ErrorFamily: Sendable {
    let kind: Kind
    let errors: [KnownError]
    private let phrases: KnownPhrases
    /// Every error by its code and by its name, in small letters.
    private let index: [ByteText: KnownError]

    enum Kind: String, Codable {
        /// A platform, a library, or an app.
        case platform
        /// A type that many libraries and apps use, such as `Error`: its code may be that of a server.
        case language
        /// Apple's sign-in sheet.
        case appleSheet = "apple_sheet"
        /// Apple's servers, as this server sees them.
        case appleServer = "apple_server"
        /// Apple's token endpoint, whose codes a server may pass on.
        case appleToken = "apple_token"
        /// HTTP statuses, and types of HTTP libraries whose code or message names one.
        case http
        /// This server, in both API dialects.
        case server
        /// Contradictions between client and server, and rates that rise.
        case contradiction
    }

    fileprivate init(
        kind: Kind,
        errors: [KnownError],
        messages: [KnownErrors.Message]
    ) throws(EmbeddedTableProblem) {
        self.kind = kind
        self.errors = errors
        phrases = try KnownPhrases(messages)
        index = try Dictionary(
            unique: errors.flatMap { error in
                Set([error.code, error.name ?? error.code]).map { ($0.lowercasedASCII(), error) }
            }
        )
    }

    /// Whether an error of the family may have a code of this server.
    var mayHaveServerCodes: Bool { [.server, .http, .language].contains(kind) }

    /// Returns the error of the first known phrase in the message; without one, the error of the code.
    /// - Parameters:
    ///   - code: the number as text, or the name.
    ///   - message: after scrubbing.
    /// - Returns: nil for an unknown code, and for a phrase of another use of the domain.
    func error(code: String, message: String? = nil) -> KnownError? {
        if let phrase = phrases.first(in: message) { return phrase.error }
        let code = code.isEmpty ? message.flatMap(Self.leadingCode) ?? "" : code
        return index[ByteText(code.lowercasedASCII())] ?? index["*"]
    }

    fileprivate func isOfOtherUse(_ message: String?) -> Bool {
        phrases.first(in: message).map { $0.error == nil } ?? false
    }

    /// `10` of `10: Developer error`, or of `10:`, as Google's errors on Android describe themselves.
    private static func leadingCode(of message: String) -> String? {
        let digits = message.utf8.prefix { (0x30...0x39).contains($0) }
        guard (1..<6).contains(digits.count),
            [":", ": "].contains(String(decoding: message.utf8.dropFirst(digits.count).prefix(2), as: UTF8.self))
        else { return nil }
        return String(Substring(digits))
    }
}

extension [ErrorFamily] {
    fileprivate var passedOn: [KnownError] { filter { $0.kind == .appleToken }.flatMap(\.errors) }

    /// This server reports errors caused by Apple's, and contradictions, under their canonical codes.
    fileprivate var reportedCodes: Set<String> {
        Set(
            filter { [.appleServer, .appleToken, .contradiction].contains($0.kind) }
                .flatMap { $0.errors.map(\.canonical) }
        )
    }
}

/// The meaning of an error of one domain.
struct KnownError: Sendable, Codable {
    /// The code as on the wire; `*` matches every code of the domain.
    let code: String
    /// The platform's name of the error; a client may send it instead of the number.
    let name: String?
    let canonical: String
    fileprivate let marks: [Mark]?

    fileprivate enum Mark: String, Codable {
        case transport, vague, noise, decisive
    }

    /// An error of the transport. A code that the server sent takes precedence.
    var isTransport: Bool { has(.transport) }
    /// The error says less than the errors above or beneath it.
    var isVague: Bool { has(.vague) || isNoise }
    /// The error accompanies other errors and means nothing by itself.
    var isNoise: Bool { has(.noise) }
    /// The error says more than any error beneath it, and than an HTTP status.
    var isDecisive: Bool { has(.decisive) }
    var isCancellation: Bool { CauseCatalogue.entry(canonical)?.outcome == .cancelled }

    private func has(_ mark: Mark) -> Bool { marks?.contains(mark) ?? false }
}

extension Dictionary where Key == ByteText {
    /// - Throws: for a name that no list has.
    fileprivate func rows<Row>(ofLists names: [String]?) throws -> [Row] where Value == [Row] {
        try (names ?? []).flatMap { name -> [Row] in
            guard let rows = self[ByteText(name)] else { throw EmbeddedTableProblem(name, "Nothing has this name.") }
            return rows
        }
    }
}

extension Session.EndReason {
    fileprivate var canonical: String { self == .refreshReuse ? "refresh.reused" : "session.missing" }
}

extension KnownErrors {
    struct PlatformFile: Codable {
        let phraseLists: [PhraseList]
        let errorLists: [ErrorList]
        let families: [Family]

        struct PhraseList: Codable {
            let name: String
            let messages: [Message]

            var canonicals: [String] { messages.compactMap(\.canonical) }
        }

        /// Errors whose codes are domains, too: OTLP sends such a code as the type.
        struct ErrorList: Codable {
            let name: String
            let errors: [KnownError]

            /// A family for each code, with the code as its domain.
            var families: [Family] {
                errors.map { error in
                    Family(
                        about: nil,
                        kind: nil,
                        domains: [error.code],
                        errors: [KnownError(code: "*", name: nil, canonical: error.canonical, marks: error.marks)],
                        errorLists: nil,
                        messages: nil,
                        phraseLists: nil
                    )
                }
            }
        }
    }

    struct Family: Codable {
        /// For those who read the file.
        let about: String?
        let kind: ErrorFamily.Kind?
        let domains: [String]
        let errors: [KnownError]
        /// The names of the lists of errors that follow them.
        let errorLists: [String]?
        /// What messages say, in the order in which it is looked for, before the code.
        let messages: [Message]?
        /// The names of the lists of phrases that are looked for after them.
        let phraseLists: [String]?

        var canonicals: [String] { errors.map(\.canonical) + (messages ?? []).compactMap(\.canonical) }
    }

    struct Message: Codable {
        /// A message with one of them, in small or capital letters, has this meaning.
        let phrases: [String]
        /// Nil for phrases of another use of the domain: the error is unknown, whatever its code.
        let canonical: String?
        fileprivate let marks: [KnownError.Mark]?

        var error: KnownError? {
            canonical.map { KnownError(code: "*", name: nil, canonical: $0, marks: marks) }
        }
    }

    struct File: Codable {
        let families: [Family]
        /// The codes of GoTrue in small letters, those of Better Auth in capitals.
        let serverCodes: [ServerCodes]
        let serverPrefixes: [Prefix]
        /// The first row with a status counts.
        let statuses: [Status]

        struct ServerCodes: Codable {
            let canonical: String
            let codes: [String]
        }

        struct Prefix: Codable {
            let prefix: String
            let canonical: String

            /// Whether the rest of the code follows the canonical one.
            var isOpen: Bool { canonical.hasSuffix(".") }
        }

        struct Status: Codable {
            let first: Int
            let last: Int
            let canonical: String
        }

        /// Every canonical code that is written out, without those of the families.
        var canonicals: [String] {
            serverCodes.map(\.canonical) + serverPrefixes.filter { !$0.isOpen }.map(\.canonical)
                + statuses.map(\.canonical) + Session.EndReason.allCases.map(\.canonical)
        }
    }
}
