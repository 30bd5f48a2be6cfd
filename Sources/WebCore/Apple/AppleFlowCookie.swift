import HTTPTypes
import Hummingbird
import NIOCore
import UseCases

/// The cookie that binds a flow to the browser that began it. Apple's page posts cross-site, so the cookie must be sent
/// cross-site.
package enum AppleFlowCookie {
    private static let plainName = "gatehouse.apple"

    package static func name(isSecure: Bool) -> String { SetCookie.fullName(plainName, isSecure: isSecure) }

    package static func setting(_ value: String, isSecure: Bool) -> SetCookie {
        // Without https, on the developer's own machine, the fake Apple server is same-site.
        SetCookie(
            plainName,
            value: value,
            maximumAge: AppleWebFlow.life,
            sameSite: isSecure ? .none : .lax,
            isSecure: isSecure
        )
    }

    package static func deleting(isSecure: Bool) -> SetCookie {
        SetCookie(plainName, value: "", maximumAge: .zero, sameSite: isSecure ? .none : .lax, isSecure: isSecure)
    }
}
