import Domain
import UseCases

/// A sample app as a tenant of the installation.
public struct DemoTenant: Sendable {
    let tenant: Tenant
    let history: DemoHistory
    let publishableKey: Credential
    let ingestKey: Credential
    let administrator: User
    let onCall: User

    var app: DemoApp { history.app }
}
