import Crypto
import Domain
import Foundation

/// Proves that a user passed the first factor a moment ago, a password or Apple; the browser holds it until the user
/// enters the code.
///
/// The format is `kind 1 (0: operator, 1: member by password, 2: member by Apple) ‖ tenant 16 ‖ account 16 ‖ expiry 8 ‖
/// fingerprint of the password's hash 32 ‖ HMAC-SHA256`. The server stores no part of it: a code works once, so the
/// challenge need not.
struct TOTPChallenge: Sendable {
    static let lifetime = Duration.minutes(5)
    private static let contentBytes = 73

    let account: ConsoleAccount
    let provider: Identity.Provider
    private let expiresAt: Timestamp
    private let fingerprint: Data

    init(_ account: ConsoleAccount, by provider: Identity.Provider, password: PasswordHash?, at now: Timestamp) {
        self.account = account
        self.provider = provider
        expiresAt = now + Self.lifetime
        fingerprint = Self.fingerprint(of: password)
    }

    /// - Returns: nil for a text that this server did not make, or that has expired.
    init?(_ text: String, _ key: SymmetricKey, at now: Timestamp) {
        guard text.utf8.count <= 200, let bytes = Base64URL.decode(text), bytes.count == Self.contentBytes + 32,
            HMAC<SHA256>.isValidAuthenticationCode(
                bytes[Self.contentBytes...],
                authenticating: bytes[..<Self.contentBytes],
                using: key
            )
        else { return nil }
        let tenant = Tenant.ID(.init(bytes: Array(bytes[1..<17])))
        let id = Array(bytes[17..<33])
        account = bytes[0] == 0 ? .operator(Operator.ID(.init(bytes: id))) : .member(User.ID(.init(bytes: id)), tenant)
        provider = bytes[0] == 2 ? .apple : .password
        expiresAt = Timestamp(milliseconds: bytes[33..<41].reduce(Int64(0)) { $0 << 8 | Int64($1) })
        fingerprint = Data(bytes[41..<Self.contentBytes])
        guard now < expiresAt else { return nil }
    }

    func text(_ key: SymmetricKey) -> String {
        var bytes = Data()
        if case .member = account { bytes.append(provider == .apple ? 2 : 1) } else { bytes.append(0) }
        bytes.append(contentsOf: account.tenant.uuid.bytes)
        bytes.append(account.id)
        withUnsafeBytes(of: expiresAt.milliseconds.bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(fingerprint)
        return Base64URL.encode(bytes + Data(HMAC<SHA256>.authenticationCode(for: bytes, using: key)))
    }

    /// Whether another password has been set since.
    func isStale(for password: PasswordHash?) -> Bool { Self.fingerprint(of: password) != fingerprint }

    private static func fingerprint(of password: PasswordHash?) -> Data {
        Data(SHA256.hash(data: Data((password?.text ?? "").utf8)))
    }
}
