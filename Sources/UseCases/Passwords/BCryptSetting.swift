import CCrypt
import Foundation

/// The beginning of a bcrypt hash, `$2b$12$` and 22 characters of salt: the parameters of the hash.
///
/// bcrypt reads the first 72 bytes of a password, so a user with a longer one can sign in with those once; the scrypt
/// hash that replaces it reads all. bcrypt ends a password at a NUL byte, so a password with one never matches.
struct BCryptSetting: Sendable, Hashable {
    static let costs = 4...14
    static let length = 29
    static let keyLength = 31
    private static let readBytes = 72

    let text: String
    let cost: Int

    /// - Returns: nil when this is no setting of bcrypt; the cost is not validated.
    init?(_ text: Substring) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard text.utf8.count == Self.length, parts.count == 4, parts[0].isEmpty,
            ["2a", "2b", "2y"].contains(parts[1]),
            parts[2].utf8.count == 2, parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let cost = Int(parts[2]),
            Self.isEncoded(parts[3])
        else { return nil }
        self.text = String(text)
        self.cost = cost
    }

    /// Whether the text has only the 64 characters of bcrypt's own base64.
    static func isEncoded(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { byte in
            (0x2E...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
    }

    /// Returns the 31 characters that a password hashes to; nil for one that cannot match.
    ///
    /// Blocks the thread for as long as the cost requires: call it only on the gate's own threads.
    func key(of password: String) -> Data? {
        let bytes = Array(password.utf8.prefix(Self.readBytes))
        let hasNUL = password.utf8.contains(0)
        // The work is done all the same, or the time would reveal the kind of hash.
        let phrase = (hasNUL ? bytes.filter { $0 != 0 } : bytes) + [0]
        let hash = Self.crypt(phrase.map { CChar(bitPattern: $0) }, text)
        guard !hasNUL, bytes.isEmpty == false, let hash, hash.count == Self.length + Self.keyLength else { return nil }
        return hash.suffix(Self.keyLength)
    }

    /// - Parameter phrase: ends with NUL.
    private static func crypt(_ phrase: [CChar], _ setting: String) -> Data? {
        // 32 KiB are too much for the stack of a thread whose size is not set here.
        let size = MemoryLayout<crypt_data>.size
        let space = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        space.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        defer {
            // crypt leaves no part of the phrase in memory; this erases the hash as well.
            space.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            space.deallocate()
        }
        guard let hash = crypt_rn(phrase, setting, space, CInt(size)) else { return nil }
        return Data(bytes: hash, count: strlen(hash))
    }
}
