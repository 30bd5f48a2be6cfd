import Crypto
import Domain
import Foundation

/// A user with an Apple Account.
public struct FakeUser: Sendable, Hashable {
    /// The id of the user, which all apps of a team see.
    public var subject: String
    /// Nil when the app did not request an address.
    public var email: String?
    public var isPrivateEmail: Bool
    public var firstName: String?
    public var lastName: String?
    /// 0 unsupported, 1 unknown, 2 likely real.
    public var realUserStatus: Int?

    /// - Parameter name: the source of a subject in Apple's format, and of the address unless one is given.
    public init(_ name: String) {
        self.init(subject: Self.subject(from: name), email: "\(name)@example.com")
    }

    public init(
        subject: String,
        email: String? = nil,
        isPrivateEmail: Bool = false,
        firstName: String? = nil,
        lastName: String? = nil,
        realUserStatus: Int? = nil
    ) {
        self.subject = subject
        self.email = email
        self.isPrivateEmail = isPrivateEmail
        self.firstName = firstName
        self.lastName = lastName
        self.realUserStatus = realUserStatus
    }

    /// Derives a subject from a text; equal texts have equal subjects: `001234.0123456789abcdef0123456789abcdef.0123`.
    static func subject(from text: String) -> String {
        let digest = Array(SHA256.hash(data: Data(text.utf8)))
        let number = String(Int(digest[0]) << 8 | Int(digest[1]))
        let padded = String(repeating: "0", count: max(0, 6 - number.count)) + number
        return "\(padded).\(Hexadecimal.encode(digest.prefix(16))).\(padded.suffix(4))"
    }

    /// Creates the relay address that Apple assigns to users who hide theirs.
    static func relayAddress(from text: String) -> String {
        let digest = Array(SHA256.hash(data: Data("relay \(text)".utf8)))
        return "\(Hexadecimal.encode(digest.prefix(5)))@privaterelay.appleid.com"
    }
}
