import Crypto
import Domain
import Foundation

/// Computes one-time codes from a shared secret and the time (RFC 6238 on RFC 4226): SHA-1, six digits, a new one every
/// thirty seconds.
public enum TOTP {
    public static let digits = 6
    static let seedBytes = 20
    static let periodSeconds: Int64 = 30
    /// The number of time steps before and after the current one that are accepted, because clocks differ.
    static let skew: Int64 = 1

    public static func step(at now: Timestamp) -> Int64 { now.milliseconds / 1000 / periodSeconds }

    /// RFC 4226 §5.3.
    public static func text(_ seed: Data, step: Int64) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Data($0) }
        let code = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: seed)))
        let offset = Int(code[code.count - 1] & 15)
        let number = code[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// Returns the time step of a code; nil for a wrong code. Takes equal time for any code.
    static func step(of text: String, _ seed: Data, at now: Timestamp) -> Int64? {
        let present = step(at: now)
        var found: Int64?
        for step in present - skew...present + skew where isSame(text, Self.text(seed, step: step)) { found = step }
        return found
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The TOTP secret that an authenticator app gets.
public struct TOTPSecret: Sendable, Hashable {
    public let bytes: Data

    /// Base32 (RFC 4648 §6) without padding, which every authenticator app reads.
    public var text: String { Base32.encode(bytes) }

    /// Returns the URI for a QR code: `otpauth://totp/Gatehouse:ada%40acme.example?secret=…&issuer=Gatehouse`.
    /// - Parameter place: the issuer shown in the app, such as the tenant's slug.
    public func address(account: String, place: String) -> String {
        let issuer = Self.encoded("Gatehouse \(place)")
        return "otpauth://totp/\(issuer):\(Self.encoded(account))?secret=\(text)&issuer=\(issuer)"
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: "-._~").union(.asciiAlphanumerics))
            ?? ""
    }
}

extension CharacterSet {
    fileprivate static let asciiAlphanumerics = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    )
}
