import Domain
import StrictJSON
import UseCases

/// Reads the claims of a JWT that Apple signed, each in the only form that it may have.
struct AppleClaims: Sendable {
    /// Up to the year 9999; larger numbers are not accepted as a time.
    private static let seconds: ClosedRange<Int64> = 0...253_402_300_799

    private let members: JSONObject

    init(_ members: JSONObject) { self.members = members }

    subscript(name: String) -> JSONValue? { members[name] }

    /// - Throws: `.claim` when the claim is present but is not a string of a permitted length. `null` is not a string.
    func text(_ name: String, bytes lengths: ClosedRange<Int>) throws(AppleTokenFailure) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.stringValue, lengths.contains(text.utf8.count) else { throw .claim(name) }
        return text
    }

    /// Reads a subject: 1 to 255 visible ASCII characters.
    func subject(_ name: String) throws(AppleTokenFailure) -> String? {
        guard let text = try text(name, bytes: 1...255) else { return nil }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .claim(name) }
        return text
    }

    /// Reads a boolean, also written as a string: Apple uses both forms.
    func bool(_ name: String) throws(AppleTokenFailure) -> Bool? {
        switch members[name] {
        case nil: return nil
        case .bool(let bool): return bool
        case .string(let text) where text.hasSameBytes(as: "true"): return true
        case .string(let text) where text.hasSameBytes(as: "false"): return false
        default: throw .claim(name)
        }
    }

    /// Reads a time in whole seconds since 1970.
    func time(_ name: String) throws(AppleTokenFailure) -> Timestamp? {
        guard let value = members[name] else { return nil }
        guard let seconds = value.integerValue, Self.seconds.contains(seconds) else { throw .claim(name) }
        return Timestamp(milliseconds: seconds * 1000)
    }
}

extension AppleClaims {
    /// The permitted difference between Apple's clock and ours.
    static let skew = Duration.seconds(60)

    func checkIssuer() throws(AppleTokenFailure) {
        guard let issuer = members["iss"]?.stringValue, AppleIssuers.all.containsExactly(issuer) else { throw .issuer }
    }

    /// - Returns: the audience, which is one string or an array of one.
    func audience(among audiences: Set<String>) throws(AppleTokenFailure) -> String {
        let named: String?
        if case .array(let list) = members["aud"] {
            named = list.count == 1 ? list[0].stringValue : nil
        } else {
            named = members["aud"]?.stringValue
        }
        guard let named, audiences.containsExactly(named) else { throw .audience }
        return named
    }

    /// Checks `iat` and, when it is present, `nbf`.
    func issuedAt(now: Timestamp, maximumAge: Duration?) throws(AppleTokenFailure) -> Timestamp {
        guard let issued = try time("iat") else { throw .claim("iat") }
        guard issued <= now + Self.skew else { throw .issuedInFuture }
        if let start = try time("nbf"), start > now + Self.skew { throw .issuedInFuture }
        if let maximumAge, now.since(issued) > maximumAge + Self.skew { throw .tooOld }
        return issued
    }

    func expiresAt(now: Timestamp) throws(AppleTokenFailure) -> Timestamp? {
        guard let expires = try time("exp") else { return nil }
        guard now < expires + Self.skew else { throw .expired }
        return expires
    }
}

/// The issuers of Apple's identity tokens. Apple uses both names, whichever host its keys are fetched from.
public enum AppleIssuers {
    public static let all: Set<String> = ["https://appleid.apple.com", "https://account.apple.com"]

    /// The audience of a client secret.
    static let tokenAudience = "https://appleid.apple.com"
}

extension Set<String> {
    func containsExactly(_ text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}
