import Domain
import Foundation
import Testing

@testable import UseCases

@Suite struct FailedDeliveriesTests {
    private func key(_ reason: String) -> FailedDeliveries.Key {
        FailedDeliveries.Key(
            tenant: Tenant.ID(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
            key: APIKey.ID(UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
            outcome: .invalid,
            category: .other,
            reason: reason
        )
    }

    @Test func `sums grow without limit, and their number does not`() {
        let failures = FailedDeliveries(maximumSums: 2)

        for reason in ["a", "b", "c", "a", "a"] { failures.add(to: key(reason)) }

        #expect(failures.take() == [key("a"): 3, key("b"): 1])
        #expect(failures.take().isEmpty)
    }

    @Test func `sums that could not be stored are added to those that came meanwhile`() {
        let failures = FailedDeliveries()
        failures.add(to: key("a"))
        let taken = failures.take()
        failures.add(to: key("a"))

        for (key, count) in taken { failures.add(count, to: key) }

        #expect(failures.take() == [key("a"): 2])
    }
}
