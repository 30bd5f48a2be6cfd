import StrictJSON

/// What a tenant adds to a canonical code: the address of its runbook, and a note.
public struct CauseNote: Sendable, Hashable {
    /// In characters.
    public static let textMaximumLength = 500

    public let runbook: RunbookAddress?
    /// May have several lines.
    public let text: String?
    public let updatedAt: Timestamp

    public init(runbook: RunbookAddress?, text: String?, updatedAt: Timestamp) {
        self.runbook = runbook
        self.text = text
        self.updatedAt = updatedAt
    }
}

/// The address of a runbook: absolute, with https, without credentials.
public struct RunbookAddress: Sendable, Hashable, LosslessStringConvertible {
    /// In bytes; the address is ASCII.
    public static let maximumLength = 2000
    private static let scheme = "https://"
    private static let excluded = Set("\"'<>\\^`{|}".utf8)

    public let description: String

    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.hasBytePrefix(Self.scheme),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.excluded.contains($0) })
        else { return nil }
        let authority = text.dropFirst(Self.scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let parts = authority.splitBytes(at: ":")
        guard let host = parts.first, HostName(String(host)) != nil, parts.count <= 2 else { return nil }
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(parts[1]), port > 0
            else { return nil }
        }
        description = text
    }
}
