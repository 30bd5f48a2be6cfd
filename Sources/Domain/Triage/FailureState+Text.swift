extension FailureState {
    /// What the state holds beside its name, as it is stored: `in_release 2.4.1`.
    public var detail: String? {
        switch self {
        case .open, .expected: nil
        case .regressed(let release): release
        case .resolved(.now): "now"
        case .resolved(.inRelease(let release)): "in_release \(release)"
        case .resolved(.afterRelease(let release)): release.map { "after_release \($0)" } ?? "after_release"
        case .archived(.forEver): "for_ever"
        case .archived(.untilCount(let count)): "until_count \(count)"
        case .archived(.untilEscalating(let perDay)): "until_escalating \(perDay)"
        }
    }

    /// - Returns: nil when no state has the detail.
    public init?(_ name: Name, detail: String?) {
        let parts = detail.map { Self.parts(of: $0) }
        let value = parts?.rest
        switch (name, parts?.word) {
        case (.open, nil): self = .open
        case (.expected, nil): self = .expected
        case (.regressed, _): self = .regressed(release: detail)
        case (.resolved, "now"): self = .resolved(.now)
        case (.resolved, "after_release"): self = .resolved(.afterRelease(value))
        case (.resolved, "in_release"):
            guard let value else { return nil }
            self = .resolved(.inRelease(value))
        case (.archived, "for_ever"): self = .archived(.forEver)
        case (.archived, "until_count"):
            guard let count = value.flatMap({ Int($0) }) else { return nil }
            self = .archived(.untilCount(count))
        case (.archived, "until_escalating"):
            guard let perDay = value.flatMap({ Int($0) }) else { return nil }
            self = .archived(.untilEscalating(perDay: perDay))
        default: return nil
        }
    }

    /// The name and the detail in one text: `resolved in_release 2.4.1`.
    public var text: String { detail.map { "\(name.rawValue) \($0)" } ?? name.rawValue }

    /// Parses what `text` gives.
    public init?(text: String) {
        let parts = Self.parts(of: text)
        guard let name = Name(rawValue: parts.word) else { return nil }
        self.init(name, detail: parts.rest)
    }

    /// Takes a text apart at its first space, by bytes: a release is a client's text, and with a combining mark at its
    /// beginning the space before it is another `Character`.
    private static func parts(of text: String) -> (word: String, rest: String?) {
        let bytes = text.utf8
        guard let space = bytes.firstIndex(of: UInt8(ascii: " ")) else { return (text, nil) }
        let rest = bytes[bytes.index(after: space)...]
        return (String(decoding: bytes[..<space], as: UTF8.self), String(decoding: rest, as: UTF8.self))
    }
}
