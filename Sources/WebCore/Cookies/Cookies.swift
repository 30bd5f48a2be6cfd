import Domain
import HTTPTypes

/// The cookies of the console.
package enum ConsoleCookie {
    package static let session = "gh"
    /// Before anyone is signed in: binds the form to the browser that asked for it.
    package static let signIn = "gh-door"
    /// Between the password and the code.
    package static let challenge = "gh-code"
    /// Shows at the next sign-in that this browser has been signed in.
    package static let device = "gh-device"
    package static let flash = "gh-flash"
    package static let theme = "gh-theme"
    package static let language = "gh-language"
    /// Set by script, so that times are written in the viewer's zone; named without prefix.
    package static let zone = "zone"
}

/// A cookie that recognises a browser at the next sign-in. It grants no access.
package enum DeviceCookie {
    /// The server forgets the mark after this time too.
    private static let lifetime = Duration.days(365)

    /// The cookie of an app; each tenant on a host has its own.
    package static func name(_ tenant: Tenant.Slug) -> String { "gh-device-\(tenant)" }

    package static func setting(_ name: String, _ mark: String, isSecure: Bool) -> SetCookie {
        SetCookie(name, value: mark, maximumAge: lifetime, isSecure: isSecure)
    }

    /// Nil when absent, or present twice, which does not reject a sign-in.
    package static func mark(_ name: String, in headers: HTTPFields, isSecure: Bool) -> String? {
        (try? RequestCookies(headers).value(SetCookie.fullName(name, isSecure: isSecure))) ?? nil
    }
}
