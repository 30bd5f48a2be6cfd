import Domain
import Foundation
import Hummingbird
import Logging
import UseCases

/// Someone who is signed in.
struct ConsoleUserContext: ConsoleContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let browser: Browser
    let holder: String
    let visitor: ConsoleUser

    init(source: ApplicationRequestContextSource) { preconditionFailure("made only by the door, which lets people in") }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, visitor: ConsoleUser) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.visitor = visitor
    }

    var signedIn: ConsoleUser? { visitor }
    var tenantAccess: Access? {
        guard case .member(let record) = visitor else { return nil }
        return Access(tenant: record.tenant.id, principal: visitor.principal(from: origin))
    }

    /// - Throws: `.denied` for who is no operator.
    func installationGrant() throws(DomainError) -> InstallationGrant {
        try visitor.principal(from: origin).installationGrant()
    }
}
