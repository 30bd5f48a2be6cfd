import StrictJSON

/// The errors of platforms and servers that this version knows, with the canonical codes that they stand for:
/// `errors.json`.
struct KnownErrors: Sendable {
    static let standard = EmbeddedTable.read("errors.json") { try KnownErrors(PackageResources.errors_json) }

    let families: [ErrorFamily]
    private let domains: [ByteText: ErrorFamily]
    private let serverCodes: [ByteText: String]
    private let serverPrefixes: [File.Prefix]
    private let statuses: [File.Status]

    /// - Throws: `DecodingError`, or a `EmbeddedTableProblem` for a domain or a code that occurs twice, and for a canonical
    ///   code without an entry in the catalogue of causes.
    init(_ bytes: [UInt8]) throws {
        let file = try EmbeddedTable.decode(File.self, bytes)
        for code in file.canonicals where CauseCatalogue.entry(code)?.code.hasSameBytes(as: code) != true {
            throw EmbeddedTableProblem(code, "The catalogue of causes has no such code.")
        }
        families = try file.families.map { try ErrorFamily($0) }
        domains = try Dictionary(
            unique: zip(file.families, families).flatMap { row, family in
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

    func error(domain: String, code: String) -> KnownError? { family(domain)?.error(code) }

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
    /// Every error by its code and by its name, in small letters.
    private let index: [ByteText: KnownError]

    enum Kind: String, Codable {
        /// A platform, or an app.
        case platform
        /// Apple's sign-in sheet.
        case appleSheet = "apple_sheet"
        /// Apple's servers, as this server sees them.
        case appleServer = "apple_server"
        /// Apple's token endpoint, whose codes a server may pass on.
        case appleToken = "apple_token"
        /// HTTP statuses.
        case http
        /// This server, in both API dialects.
        case server
        /// Contradictions between client and server, and rates that rise.
        case contradiction
    }

    fileprivate init(_ row: KnownErrors.File.Family) throws(EmbeddedTableProblem) {
        kind = row.kind ?? .platform
        errors = row.errors
        index = try Dictionary(
            unique: errors.flatMap { error in
                Set([error.code, error.name ?? error.code]).map { ($0.lowercasedASCII(), error) }
            }
        )
    }

    /// Whether its codes are texts from a server.
    var isServer: Bool { kind == .server || kind == .http }

    /// - Parameter code: the number as text, or the name.
    func error(_ code: String) -> KnownError? { index[ByteText(code.lowercasedASCII())] ?? index["*"] }
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
    private let marks: [Mark]?

    private enum Mark: String, Codable {
        case transport, vague, noise
    }

    /// An error of the transport. A code that the server sent takes precedence.
    var isTransport: Bool { has(.transport) }
    /// The error says less than the errors above or beneath it.
    var isVague: Bool { has(.vague) || isNoise }
    /// The error accompanies other errors and means nothing by itself.
    var isNoise: Bool { has(.noise) }
    var isCancellation: Bool { CauseCatalogue.entry(canonical)?.outcome == .cancelled }

    private func has(_ mark: Mark) -> Bool { marks?.contains(mark) ?? false }
}

extension Session.EndReason {
    fileprivate var canonical: String { self == .refreshReuse ? "refresh.reused" : "session.missing" }
}

extension KnownErrors {
    struct File: Codable {
        let families: [Family]
        /// The codes of GoTrue in small letters, those of Better Auth in capitals.
        let serverCodes: [ServerCodes]
        let serverPrefixes: [Prefix]
        /// The first row with a status counts.
        let statuses: [Status]

        struct Family: Codable {
            /// For those who read the file.
            let about: String?
            let kind: ErrorFamily.Kind?
            let domains: [String]
            let errors: [KnownError]
        }

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

        /// Every canonical code that is written out.
        var canonicals: [String] {
            families.flatMap { $0.errors.map(\.canonical) } + serverCodes.map(\.canonical)
                + serverPrefixes.filter { !$0.isOpen }.map(\.canonical) + statuses.map(\.canonical)
                + Session.EndReason.allCases.map(\.canonical)
        }
    }
}
