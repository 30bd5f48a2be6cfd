import Domain
import HTTPTypes

/// What shows at the next sign-in that this browser has been signed in to the account: it opens nothing.
enum DeviceCookie {
    /// The mark is void by then too.
    private static let lifetime = Duration.days(365)

    /// The name of an app's; each tenant of one host has its own.
    static func name(_ tenant: Tenant.Slug) -> String { "gh-device-\(tenant)" }

    static func setting(_ name: String, _ mark: String, isSecure: Bool) -> SetCookie {
        SetCookie(name, value: mark, maximumAge: lifetime, isSecure: isSecure)
    }

    /// Nil also where it comes twice: it is no reason to refuse a sign-in.
    static func mark(_ name: String, in headers: HTTPFields, isSecure: Bool) -> String? {
        (try? RequestCookies(headers).value(SetCookie.fullName(name, isSecure: isSecure))) ?? nil
    }
}

extension Console {
    func deviceMark(_ headers: HTTPFields) -> String? {
        DeviceCookie.mark(ConsoleCookie.device, in: headers, isSecure: settings.isSecure)
    }
}
