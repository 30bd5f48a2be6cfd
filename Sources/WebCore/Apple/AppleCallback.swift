import Domain
import Hummingbird

/// The request in which the browser brings Apple's answer.
package struct AppleCallback: Sendable {
    package let tenant: Tenant
    package let request: Request
    package let origin: RequestOrigin

    package init(tenant: Tenant, request: Request, origin: RequestOrigin) {
        self.tenant = tenant
        self.request = request
        self.origin = origin
    }
}
