import Domain
import HTTPTypes
import Hummingbird
import WebCore

extension SignInClient {
    /// The browser that signs in to the console.
    package init(console request: Request, from origin: RequestOrigin, _ address: PublicAddress) {
        self.init(
            device: Device(userAgent: UserAgent.text(request.headers)),
            origin: origin,
            deviceToken: DeviceCookie.mark(ConsoleCookie.device, in: request.headers, isSecure: address.isSecure)
        )
    }
}

/// The user agent of a browser, truncated to the maximum length that is stored.
package enum UserAgent {
    static let maximumLength = 300

    package static func text(_ headers: HTTPFields) -> String? {
        headers[.userAgent].map {
            VisibleText.escaped(String($0.beginning(ofBytes: maximumLength * 4).prefix(maximumLength)))
        }
    }
}
