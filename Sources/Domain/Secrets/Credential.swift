import StrictJSON

/// A secret text made by this server: a prefix that names its kind, the tenant that it belongs to, and 32 random bytes.
///
/// The tenant in the text lets every lookup start with the tenant, as each index does; it grants no permission by
/// itself.
public struct Credential: Hashable, Sendable {
    public enum Prefix: String, Sendable, CaseIterable {
        case publishableKey = "gh_pk_"
        case ingestKey = "gh_ik_"
        case secretKey = "gh_sk_"
        case appSession = "gh_s_"
        case consoleSession = "gh_c_"
        case operatorSession = "gh_o_"
        case invitation = "gh_i_"
        case link = "gh_l_"
        case setup = "gh_setup_"
    }

    public static let randomBytes = 32
    /// The number of characters behind the prefix.
    private static let textLength = 64
    /// The tenant in operators' credentials, which belong to no tenant.
    private static let noTenant = Tenant.ID(.init(bytes: [UInt8](repeating: 0, count: 16)))

    public let prefix: Prefix
    /// Nil for a credential of the installation.
    public let tenant: Tenant.ID?
    /// The whole secret. Never logged, never stored.
    public let text: String

    /// - Precondition: `random` holds 32 bytes.
    public init(_ prefix: Prefix, tenant: Tenant.ID?, random: [UInt8]) {
        precondition(random.count == Self.randomBytes, "a credential has 32 random bytes")
        self.prefix = prefix
        self.tenant = tenant
        text = prefix.rawValue + Base64URL.encode((tenant ?? Self.noTenant).uuid.bytes + random)
    }

    /// Parses a text from a client.
    /// - Returns: nil unless it has the right prefix, length and alphabet.
    public init?(_ text: some StringProtocol, _ expected: Prefix) {
        guard text.utf8.count == expected.rawValue.utf8.count + Self.textLength, text.hasBytePrefix(expected.rawValue),
            let bytes = Base64URL.decode(text.dropFirst(expected.rawValue.count)), bytes.count == 16 + Self.randomBytes
        else { return nil }
        prefix = expected
        let owner = Tenant.ID(.init(bytes: bytes[..<16]))
        tenant = owner == Self.noTenant ? nil : owner
        self.text = String(text)
    }

    /// The part that may be shown later to recognise the credential.
    public var hint: String { "\(prefix.rawValue)…\(text.suffix(4))" }
}

extension Credential {
    /// The prefixes of credentials that authenticate: all but the keys that ship in apps.
    private static let secretPrefixes =
        Prefix.allCases.filter { ![.publishableKey, .ingestKey].contains($0) }.map(\.rawValue) + [RefreshToken.prefix]
    private static let commonPrefix = Array("gh_".utf8)

    /// Whether the text contains a whole secret of this server, in time linear in its length.
    public static func isSecret(in text: some RandomAccessCollection<UInt8>) -> Bool {
        var rest = text[...]
        while let start = rest.firstIndex(of: commonPrefix[0]) {
            rest = rest[start...]
            if rest.starts(with: commonPrefix), let prefix = secretPrefixes.first(where: { rest.starts(with: $0.utf8) })
            {
                let secret = rest.dropFirst(prefix.utf8.count).prefix(textLength)
                if secret.count == textLength, secret.allSatisfy(Base64URL.isDigit) { return true }
            }
            rest = rest.dropFirst()
        }
        return false
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible {
    /// The hint, so that a credential printed in a message reveals no secret.
    public var description: String { hint }
    public var debugDescription: String { hint }
}

extension APIKey.Kind {
    /// The prefix of every key of this kind.
    public var prefix: Credential.Prefix {
        switch self {
        case .publishable: .publishableKey
        case .ingest: .ingestKey
        case .secret: .secretKey
        }
    }
}
