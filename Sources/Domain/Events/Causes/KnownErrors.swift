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

    /// - Throws: `DecodingError`, or an `EmbeddedTableProblem` for a domain or a code that occurs twice, for a canonical
    ///   code without an entry in the catalogue of causes, and for phrases that no list has.
    init(_ bytes: [UInt8], platforms: [UInt8]) throws {
        let file = try EmbeddedTable.decode(File.self, bytes)
        let platforms = try EmbeddedTable.decode(PlatformFile.self, platforms)
        let rows = file.families + platforms.families
        for code in file.canonicals + platforms.phrases.flatMap(\.canonicals) + rows.flatMap(\.canonicals)
        where CauseCatalogue.entry(code)?.code.hasSameBytes(as: code) != true {
            throw EmbeddedTableProblem(code, "The catalogue of causes has no such code.")
        }
        let phrases = try Dictionary(unique: platforms.phrases.map { ($0.name, $0.messages) })
        families = try rows.map { try ErrorFamily($0, phrases) }
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
        family(domain)?.error(code, message)
    }

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
        _ row: KnownErrors.Family,
        _ lists: [ByteText: [KnownErrors.Message]]
    ) throws(EmbeddedTableProblem) {
        kind = row.kind ?? .platform
        errors = row.errors
        var messages = row.messages ?? []
        for name in row.phrases ?? [] {
            guard let list = lists[ByteText(name)] else { throw EmbeddedTableProblem(name, "Nothing has this name.") }
            messages += list
        }
        phrases = try KnownPhrases(messages)
        index = try Dictionary(
            unique: errors.flatMap { error in
                Set([error.code, error.name ?? error.code]).map { ($0.lowercasedASCII(), error) }
            }
        )
    }

    /// Whether an error of the family may have a code of this server.
    var mayHaveServerCodes: Bool { [.server, .http, .language].contains(kind) }

    /// Returns what a known phrase of the message says, or else the code.
    /// - Parameters:
    ///   - code: the number as text, or the name.
    ///   - message: after scrubbing.
    func error(_ code: String, _ message: String?) -> KnownError? {
        if let known = phrases.first(in: message) { return known }
        let code = code.isEmpty ? message.flatMap(Self.leadingCode) ?? "" : code
        return index[ByteText(code.lowercasedASCII())] ?? index["*"]
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

/// Fixed phrases of messages, by which libraries tell errors apart that have one domain and no code.
private struct KnownPhrases: Sendable {
    /// Shorter ones would be found in other messages.
    private static let minimumBytes = 6

    /// In the order in which they count, in small letters.
    private let phrases: [(text: [UInt8], error: KnownError)]
    /// The places of the phrases by their first four bytes, so that a message is read once.
    private let places: [UInt32: [Int]]

    /// - Throws: for a phrase that is short or not of ASCII.
    init(_ rows: [KnownErrors.Message]) throws(EmbeddedTableProblem) {
        var phrases: [(text: [UInt8], error: KnownError)] = []
        for row in rows {
            let error = KnownError(code: "*", name: nil, canonical: row.canonical, marks: row.marks)
            for phrase in row.contains {
                guard phrase.utf8.count >= Self.minimumBytes, phrase.utf8.allSatisfy({ $0 < 0x80 }) else {
                    throw EmbeddedTableProblem(phrase, "A phrase has at least \(Self.minimumBytes) bytes of ASCII.")
                }
                phrases.append((Array(phrase.lowercasedASCII().utf8), error))
            }
        }
        self.phrases = phrases
        places = Dictionary(grouping: phrases.indices) { place in
            phrases[place].text.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// Small and capital letters of ASCII are the same.
    func first(in message: String?) -> KnownError? {
        guard let message, !phrases.isEmpty else { return nil }
        let bytes = Array(message.lowercasedASCII().utf8)
        var found = phrases.count
        var start: UInt32 = 0
        for (end, byte) in bytes.enumerated() {
            start = start << 8 | UInt32(byte)
            guard end >= 3, let candidates = places[start] else { continue }
            let rest = bytes[(end - 3)...]
            found = candidates.first { $0 < found && rest.starts(with: phrases[$0].text) } ?? found
        }
        return found < phrases.count ? phrases[found].error : nil
    }
}

extension Session.EndReason {
    fileprivate var canonical: String { self == .refreshReuse ? "refresh.reused" : "session.missing" }
}

extension KnownErrors {
    struct PlatformFile: Codable {
        let phrases: [PhraseList]
        let families: [Family]

        struct PhraseList: Codable {
            let name: String
            let messages: [Message]

            var canonicals: [String] { messages.map(\.canonical) }
        }
    }

    struct Family: Codable {
        /// For those who read the file.
        let about: String?
        let kind: ErrorFamily.Kind?
        let domains: [String]
        let errors: [KnownError]
        /// What messages say, in the order in which it is looked for, before the code.
        let messages: [Message]?
        /// The names of the lists of phrases that are looked for after them.
        let phrases: [String]?

        var canonicals: [String] { errors.map(\.canonical) + (messages ?? []).map(\.canonical) }
    }

    struct Message: Codable {
        let contains: [String]
        let canonical: String
        fileprivate let marks: [KnownError.Mark]?
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
