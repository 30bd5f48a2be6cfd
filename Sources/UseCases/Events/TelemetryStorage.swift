import Domain
import Synchronization

/// Says whether telemetry can be stored now. The monitors of the disk and of the events database set it; ingest checks
/// it before it reads a delivery.
///
/// Sign-in does not depend on it: it needs the control database alone.
public final class TelemetryStorage: Sendable {
    public enum State: String, Sendable, Hashable, CaseIterable {
        case available
        /// The disk has less free space than is reserved for other data.
        case diskFull = "disk_full"
        /// The events database cannot be opened, read or written.
        case unavailable
    }

    /// How long a client should wait; disk space is rarely freed sooner.
    static let retryAfter = Duration.seconds(10)

    private struct Held {
        var state = State.available
        var refused: [State: Int] = [:]
    }

    private let held = Mutex(Held())

    public init() {}

    public var state: State { held.withLock { $0.state } }

    /// - Returns: the state before.
    @discardableResult
    public func set(_ state: State) -> State {
        held.withLock { held in
            defer { held.state = state }
            return held.state
        }
    }

    /// The deliveries rejected in this state, since the start.
    public func refused(in state: State) -> Int { held.withLock { $0.refused[state, default: 0] } }

    /// - Throws: `.unavailable` while telemetry cannot be stored.
    public func admit() throws(DomainError) {
        let isAvailable = held.withLock { held in
            if held.state == .available { return true }
            held.refused[held.state, default: 0] += 1
            return false
        }
        guard isAvailable else { throw .unavailable(retryAfter: Self.retryAfter) }
    }
}
