import HTTPTypes
import Hummingbird

/// A cookie that we set: never readable by script, and sent with cross-site forms only if `sameSite` is `none`.
package struct SetCookie: Sendable, Hashable {
    package enum SameSite: String, Sendable {
        case lax = "Lax"
        case strict = "Strict"
        /// Sent with cross-site forms too; browsers require https.
        case none = "None"
    }

    /// The full name, prefix included.
    package let name: String
    package let value: String
    /// Nil keeps the cookie until the browser closes; zero deletes it.
    package let maximumAge: Duration?
    package let sameSite: SameSite
    package let isSecure: Bool

    /// - Parameter isSecure: whether the public address is https. Then the cookie is sent over https only, and its name
    ///   starts with `__Host-`, so that no other host can set it (RFC 6265bis §4.1.3.2).
    /// - Precondition: name and value have only permitted characters.
    package init(_ name: String, value: String, maximumAge: Duration? = nil, sameSite: SameSite = .lax, isSecure: Bool)
    {
        precondition(!name.isEmpty && name.utf8.allSatisfy(Self.isNameOctet), "a cookie's name is a token")
        precondition(value.utf8.allSatisfy(Self.isOctet), "a cookie's value is visible ASCII without separators")
        self.name = Self.fullName(name, isSecure: isSecure)
        self.value = value
        self.maximumAge = maximumAge
        self.sameSite = sameSite
        self.isSecure = isSecure
    }

    /// The name of the cookie in requests.
    package static func fullName(_ name: String, isSecure: Bool) -> String { isSecure ? "__Host-\(name)" : name }

    /// Creates a cookie that deletes the one of that name.
    package static func deleting(_ name: String, isSecure: Bool) -> SetCookie {
        SetCookie(name, value: "", maximumAge: .zero, isSecure: isSecure)
    }

    /// The value of `Set-Cookie`.
    package var headerValue: String {
        var parts = ["\(name)=\(value)", "Path=/", "HttpOnly", "SameSite=\(sameSite.rawValue)"]
        if let maximumAge { parts.append("Max-Age=\(max(0, maximumAge.components.seconds))") }
        if isSecure { parts.append("Secure") }
        return parts.joined(separator: "; ")
    }

    /// RFC 6265 §4.1.1 cookie-octet.
    static func isOctet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }

    private static func isNameOctet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}

extension Response {
    package mutating func set(_ cookie: SetCookie) { addCookie(cookie.headerValue) }

    /// Adds a cookie that is already formatted.
    package mutating func addCookie(_ value: String) {
        headers.append(HTTPField(name: .setCookie, value: value))
    }
}
