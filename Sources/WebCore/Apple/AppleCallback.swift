import Domain
import Hummingbird

/// The request in which the browser brings Apple's answer.
package struct AppleCallback: Sendable {
    package let tenant: Tenant
    package let request: Request
    package let origin: Principal.Origin

    package init(tenant: Tenant, request: Request, origin: Principal.Origin) {
        self.tenant = tenant
        self.request = request
        self.origin = origin
    }
}
