import Domain
import HTTPTypes
import Synchronization
import UseCases

/// The limits of deliveries with one key, of one tenant and from one address.
package struct IngestLimits: Sendable {
    /// The burst of events of one key; refilled evenly over `period`.
    package var eventsPerKey: Int
    /// The burst of events of all keys of one tenant: one of them cannot take what the others need of the machine.
    package var eventsPerTenant = 800_000
    /// The burst of events from one address (IPv6: its /64). A wider network has a multiple of it.
    package var eventsPerAddress = 400_000
    /// The burst of bytes of one key. What a body takes: `DeliveryCharge`.
    package var bytesPerKey = 160 << 20
    /// The burst of bytes of all keys of one tenant.
    package var bytesPerTenant = 320 << 20
    /// The burst of bytes from one address.
    package var bytesPerAddress = 160 << 20
    package var period = Duration.seconds(10)

    package init(eventsPerKey: Int = 400_000) {
        self.eventsPerKey = eventsPerKey
    }
}
