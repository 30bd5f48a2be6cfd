import Domain
import Hummingbird
import WebCore

extension SignInClient {
    /// The browser that signs in to the console.
    package init(console request: Request, from origin: RequestOrigin, _ address: PublicAddress) {
        self.init(
            device: Device(userAgent: UserAgent.text(request.headers)),
            origin: origin,
            deviceMark: DeviceCookie.mark(ConsoleCookie.device, in: request.headers, isSecure: address.isSecure)
        )
    }
}
