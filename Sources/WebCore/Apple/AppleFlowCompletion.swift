import Domain
import Hummingbird
import UseCases

/// Answers the browser that returns from Apple's page, for flows of one purpose.
package protocol AppleFlowCompletion: Sendable {
    /// - Returns: a redirect, so that reloading the page posts nothing again.
    func response(to outcome: AppleWebOutcome, _ callback: AppleCallback) async throws -> Response
}

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
