import StrictJSON

/// A PKCE challenge whose verifier the app keeps, so that only the app can use a code that a browser carries to it (RFC
/// 7636 §4.2).
public struct ProofKeyChallenge: Sendable, Hashable, LosslessStringConvertible {
    public enum Method: String, Sendable {
        case sha256 = "S256"
        case plain
    }

    public static let lengths = 43...128

    public let method: Method
    public let text: String

    /// - Parameter method: in either case; nil means `plain`.
    /// - Returns: nil for anything that RFC 7636 does not allow.
    public init?(_ text: String, method: String?) {
        let method = method ?? "plain"
        let isHash = method.matchesIgnoringASCIICase("S256")
        guard let known: Method = isHash ? .sha256 : method.matchesIgnoringASCIICase("plain") ? .plain : nil,
            Self.isVerifier(text)
        else { return nil }
        self.method = known
        self.text = text
    }

    /// `S256 challenge`
    public init?(_ description: String) {
        let parts = description.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(String(parts[1]), method: String(parts[0]))
    }

    public var description: String { "\(method.rawValue) \(text)" }

    /// Whether the text can be a verifier: 43 to 128 unreserved characters.
    public static func isVerifier(_ text: String) -> Bool {
        lengths.contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}
