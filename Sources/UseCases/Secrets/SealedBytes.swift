import Crypto
import Domain
import Foundation

/// Encodes sealed values: `1 ‖ key version 2 ‖ nonce 12 ‖ ciphertext ‖ tag 16`.
enum SealedBytes {
    private static let format: UInt8 = 1
    private static let headBytes = 3
    private static let nonceBytes = 12

    static func seal(
        _ secret: some DataProtocol,
        with key: Vault.TenantKey,
        binding: Data,
        _ systemContext: SystemContext
    ) -> Data {
        let head = Data([format, UInt8(truncatingIfNeeded: key.version >> 8), UInt8(truncatingIfNeeded: key.version)])
        let nonce: AES.GCM.Nonce
        let box: AES.GCM.SealedBox
        do {
            nonce = try AES.GCM.Nonce(data: systemContext.random(nonceBytes))
            box = try AES.GCM.seal(secret, using: key.key, nonce: nonce, authenticating: head + binding)
        } catch {
            // This fails only for a nonce or a key of another length.
            preconditionFailure("AES-GCM takes a nonce of 12 bytes and a key of 32")
        }
        return head + Data(nonce) + box.ciphertext + box.tag
    }

    static func version(of sealed: Data) -> Int? {
        guard sealed.count >= headBytes, sealed.first == format else { return nil }
        let bytes = Array(sealed.prefix(headBytes))
        return Int(bytes[1]) << 8 | Int(bytes[2])
    }

    static func open(_ sealed: Data, with key: Vault.TenantKey, binding: Data) -> Data? {
        guard version(of: sealed) == key.version,
            let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(headBytes))
        else { return nil }
        return try? AES.GCM.open(box, using: key.key, authenticating: sealed.prefix(headBytes) + binding)
    }

    /// Writes each part with its length before it, so that no two lists have equal bytes.
    static func joined(_ parts: [[UInt8]]) -> Data {
        parts.reduce(into: Data()) { bytes, part in
            withUnsafeBytes(of: UInt32(part.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: part)
        }
    }
}
