import StrictJSON

/// A client presents it for a new access token: it names a session and a generation of it, and has a MAC that only this
/// server can make.
///
/// The format is `gh_r_` + base64url(tenant 16 ‖ session 16 ‖ generation 8 ‖ code 32). Its text is stored nowhere: it
/// can be derived again from stored data.
public struct RefreshToken: Sendable, Hashable {
    public static let prefix = "gh_r_"
    public static let codeBytes = 32
    private static let byteCount = 16 + 16 + 8 + codeBytes
    private static let textLength = prefix.utf8.count + byteCount / 3 * 4

    public let tenant: Tenant.ID
    public let session: Session.ID
    /// Counts up with each rotation, from 1.
    public let generation: Int64
    /// HMAC-SHA256 over `named`.
    public let code: [UInt8]

    /// - Precondition: `code` has 32 bytes.
    public init(tenant: Tenant.ID, session: Session.ID, generation: Int64, code: [UInt8]) {
        precondition(code.count == Self.codeBytes, "the code of a refresh token has 32 bytes")
        self.tenant = tenant
        self.session = session
        self.generation = generation
        self.code = code
    }

    /// Parses a text from a client.
    /// - Returns: nil unless it has the right prefix, length and alphabet.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.textLength, text.hasBytePrefix(Self.prefix),
            let bytes = Base64URL.decode(text.dropFirst(Self.prefix.count)), bytes.count == Self.byteCount
        else { return nil }
        let number = bytes[32..<40].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let generation = Int64(exactly: number), generation > 0 else { return nil }
        self.init(
            tenant: .init(.init(bytes: bytes[..<16])),
            session: .init(.init(bytes: bytes[16..<32])),
            generation: generation,
            code: Array(bytes[40...])
        )
    }

    /// The whole secret. Never logged, never stored.
    public var text: String { Self.prefix + Base64URL.encode(named + code) }

    /// The bytes that the MAC covers.
    public var named: [UInt8] { Self.named(tenant: tenant, session: session, generation: generation) }

    public static func named(tenant: Tenant.ID, session: Session.ID, generation: Int64) -> [UInt8] {
        tenant.uuid.bytes + session.uuid.bytes
            + withUnsafeBytes(of: UInt64(bitPattern: generation).bigEndian) { Array($0) }
    }
}

extension RefreshToken: CustomStringConvertible, CustomDebugStringConvertible {
    /// A token printed in a message reveals no secret.
    public var description: String { "\(Self.prefix)…\(session)…\(generation)" }
    public var debugDescription: String { description }
}
