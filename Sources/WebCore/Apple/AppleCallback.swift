import Domain
import Hummingbird

/// The request in which the browser brings Apple's answer.
package struct AppleCallback: Sendable {
    package let tenant: Tenant
    package let request: Request
    package let context: GatehouseContext

    package init(tenant: Tenant, request: Request, context: GatehouseContext) {
        self.tenant = tenant
        self.request = request
        self.context = context
    }
}
