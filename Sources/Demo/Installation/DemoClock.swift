import Domain
import Synchronization

/// The time of an installation while its history is written: as early as what is written.
public final class DemoClock: Sendable {
    private let time: Mutex<Timestamp>

    public init(_ time: Timestamp) { self.time = Mutex(time) }

    public var now: Timestamp { time.withLock { $0 } }

    func move(to now: Timestamp) { time.withLock { $0 = now } }

    /// The time of the history, and the secure random numbers of the system.
    public var systemContext: SystemContext { SystemContext(now: { self.now }, random: SystemContext.system.random) }
}
