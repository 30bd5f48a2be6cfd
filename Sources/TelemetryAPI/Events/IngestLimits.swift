import Domain
import HTTPTypes
import Synchronization
import UseCases

/// The limits of deliveries from one key and one address.
package struct IngestLimits: Sendable {
    /// The burst of events of one key; refilled evenly over `period`.
    package var eventsPerKey: Int
    /// The burst of events from one address (IPv6: its /64). A wider network has a multiple of it.
    package var eventsPerAddress = 400_000
    /// The burst of bytes of one key: the body as sent, plus its unpacked size.
    package var bytesPerKey = 160 << 20
    /// The burst of bytes from one address.
    package var bytesPerAddress = 160 << 20
    package var period = Duration.seconds(10)

    package init(eventsPerKey: Int = 400_000) {
        self.eventsPerKey = eventsPerKey
    }
}
