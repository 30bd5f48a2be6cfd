import Domain
import Synchronization

/// Whether telemetry can be stored now. What watches the disk and the events database sets it; ingest asks it before a
/// delivery is read.
///
/// Sign-in never asks: it needs the control database alone.
public final class TelemetryStorage: Sendable {
    public enum State: String, Sendable, Hashable, CaseIterable {
        case available
        /// The disk has less free space than is kept for everything else.
        case diskFull = "disk_full"
        /// The events database cannot be opened, read or written.
        case unavailable
    }

    /// How long a client is asked to wait; space rarely comes back sooner.
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

    /// Deliveries that were refused in this state, since the start.
    public func refused(in state: State) -> Int { held.withLock { $0.refused[state, default: 0] } }

    /// - Throws: `.unavailable` while nothing can be stored.
    public func admit() throws(DomainError) {
        let isAvailable = held.withLock { held in
            if held.state == .available { return true }
            held.refused[held.state, default: 0] += 1
            return false
        }
        guard isAvailable else { throw .unavailable(retryAfter: Self.retryAfter) }
    }
}
