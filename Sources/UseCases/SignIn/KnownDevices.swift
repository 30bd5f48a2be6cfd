import Crypto
import Domain
import Foundation

/// Creates and checks the device tokens that clients get when a user signs in with a password, and send at the next
/// sign-in of the account.
///
/// A device token does not authenticate: it grants the device attempts of its own, which guesses from elsewhere do not
/// use up, and priority over unknown devices in the password queue. It is void for every other account, after a year,
/// and once another password is set.
///
/// The format is `tenant 16 ‖ account 16 ‖ device 16 ‖ time of issue 8 ‖ HMAC-SHA256`, where the HMAC also covers the
/// hash of the password. The server stores no part of it.
struct KnownDevices: Sendable {
    static let lifetime = Duration.days(365)
    private static let contentBytes = 56
    private static let idBytes = 16

    private let key: SymmetricKey
    private let systemContext: SystemContext

    init(root: RootKey, systemContext: SystemContext) {
        key = root.derived(for: .device)
        self.systemContext = systemContext
    }

    /// Returns a new device token for the account.
    /// - Parameter device: the device's own id, when it has one already.
    /// - Returns: nil for an account without a password.
    func mark(_ account: ConsoleAccount, password: PasswordHash?, device: Data? = nil) -> String? {
        guard let password else { return nil }
        var bytes = Data(account.tenant.uuid.bytes)
        bytes.append(account.id)
        bytes.append(device ?? Data(systemContext.random(Self.idBytes)))
        withUnsafeBytes(of: systemContext.now().milliseconds.bigEndian) { bytes.append(contentsOf: $0) }
        return Base64URL.encode(bytes + code(bytes, password))
    }

    /// - Returns: the id of the device; nil unless the token is for this account, with its current password, and not
    ///   expired.
    func device(_ mark: String?, of account: ConsoleAccount, password: PasswordHash?) -> Data? {
        // The password comes last, so that an account without one takes as long.
        guard let mark, mark.utf8.count <= 200, let bytes = Base64URL.decode(mark),
            bytes.count == Self.contentBytes + 32,
            bytes.starts(with: account.tenant.uuid.bytes), bytes[16..<32].elementsEqual(account.id), let password
        else { return nil }
        let (content, code) = (Data(bytes[..<Self.contentBytes]), Data(bytes[Self.contentBytes...]))
        guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: covered(content, password), using: key)
        else { return nil }
        let issuedAt = Timestamp(milliseconds: content[48..<Self.contentBytes].reduce(Int64(0)) { $0 << 8 | Int64($1) })
        return systemContext.now().since(issuedAt) <= Self.lifetime ? Data(content[32..<48]) : nil
    }

    private func code(_ content: Data, _ password: PasswordHash) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: covered(content, password), using: key))
    }

    private func covered(_ content: Data, _ password: PasswordHash) -> Data {
        content + Data(SHA256.hash(data: Data(password.text.utf8)))
    }
}
