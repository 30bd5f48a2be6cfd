import Domain
import Testing

@testable import UseCases

@Suite struct EventSizeLimitTests {
    private let acme: Tenant.ID = SystemContext.system.newID()
    private let globex: Tenant.ID = SystemContext.system.newID()

    @Test func `deliveries of the tenant that holds too much wait, and those of others do not`() throws {
        let storage = TelemetryStorage()
        try storage.admit(acme)

        #expect(storage.reject(acme) == nil)

        #expect(throws: DomainError.throttled(retryAfter: .seconds(60))) { try storage.admit(acme) }
        try storage.admit(globex)
        try storage.admit(nil)
        #expect(storage.rejectedForSize == 1 && storage.rejectedTenant == acme)
        #expect(storage.reject(nil) == acme)
        try storage.admit(acme)
    }

    @Test func `while nothing can be stored, that is what everyone is told`() {
        let storage = TelemetryStorage()
        storage.reject(acme)
        storage.set(.diskFull)

        for tenant in [acme, globex, nil] {
            #expect(throws: DomainError.unavailable(retryAfter: .seconds(10))) { try storage.admit(tenant) }
        }
        #expect(storage.rejected(in: .diskFull) == 3 && storage.rejectedForSize == 0)
    }
}
