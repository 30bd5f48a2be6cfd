/// An error as the client saw it: the outermost one, and the chain of its underlying errors.
public struct EventError: Sendable, Hashable {
    /// `NSOSStatusErrorDomain`, a type's name, …
    public var domain: String
    /// The domain's number or word for it: `-25308`, `invalid_grant`.
    public var code: String
    public var message: String?
    /// The underlying errors, outermost first, without the error itself.
    public var chain: [Cause]

    public struct Cause: Sendable, Hashable {
        public var domain: String
        public var code: String
        public var message: String?

        public init(domain: String, code: String, message: String? = nil) {
            self.domain = domain
            self.code = code
            self.message = message
        }
    }

    public init(domain: String, code: String, message: String? = nil, chain: [Cause] = []) {
        self.domain = domain
        self.code = code
        self.message = message
        self.chain = chain
    }

    /// The error itself and the underlying ones, outermost first.
    public var links: [Cause] { [Cause(domain: domain, code: code, message: message)] + chain }

    /// Whether it says no more than a message: a log line without an error.
    public var isOnlyMessage: Bool { domain.isEmpty && code.isEmpty && chain.isEmpty }
}
