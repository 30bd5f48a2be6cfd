import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The context of the routes that a tenant's back end calls with its secret key.
struct TokenClientContext: GrantingContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let tenant: Tenant
    let access: Access

    init(_ outer: GatehouseContext, key: KeyRecord) {
        coreContext = outer.coreContext
        identity = outer.identity
        tenant = key.tenant
        access = Access(tenant: key.tenant.id, principal: .key(key.key.id, from: outer.origin))
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("A token client's context is made only from its key")
    }
}
