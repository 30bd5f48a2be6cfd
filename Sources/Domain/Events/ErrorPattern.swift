import StrictJSON

/// The errors that a rule is about. Texts are compared by their bytes.
public struct ErrorPattern: Sendable {
    /// A domain, or with `*` at its end the beginning of domains.
    public let domain: String
    /// Nil for every code.
    public let code: String?
    /// Nil for every stage.
    public let stage: Stage?

    public init(domain: String, code: String?, stage: Stage?) {
        self.domain = domain
        self.code = code
        self.stage = stage
    }

    /// Whether the error, or one of those beneath it, is meant.
    func matches(_ error: EventError, at stage: Stage) -> Bool {
        if let own = self.stage, own != stage { return false }
        return matches(error.domain, error.code) || error.chain.contains { matches($0.domain, $0.code) }
    }

    private func matches(_ domain: String, _ code: String) -> Bool {
        if let own = self.code, !own.hasSameBytes(as: code) { return false }
        return self.domain.hasByteSuffix("*")
            ? domain.hasBytePrefix(self.domain.dropLast()) : domain.hasSameBytes(as: self.domain)
    }
}

extension ErrorPattern: Hashable {
    public static func == (left: ErrorPattern, right: ErrorPattern) -> Bool {
        left.stage == right.stage && ByteText(left.domain) == ByteText(right.domain)
            && left.code.map(ByteText.init(_:)) == right.code.map(ByteText.init(_:))
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(domain))
        hasher.combine(code.map(ByteText.init(_:)))
        hasher.combine(stage)
    }
}
