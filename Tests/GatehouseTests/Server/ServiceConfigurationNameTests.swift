import Logging
import ServiceLifecycle
import Testing

@testable import Gatehouse

/// The names of services in the log.
@Suite struct ServiceConfigurationNameTests {
    private struct Holder: Service {
        let secret = "gh_sk_secret"

        func run() async throws {}
    }

    @Test func `a service is named by its type, without what it holds`() {
        let configuration = ServiceGroupConfiguration.ServiceConfiguration(named: Holder())

        #expect(configuration.serviceName == "Holder")
    }

    @Test func `a timer is named by its own name`() {
        let timer = PeriodicService(name: "clock", interval: .seconds(1), logger: .silent) {}

        #expect(ServiceGroupConfiguration.ServiceConfiguration(named: timer).serviceName == "clock")
    }
}
