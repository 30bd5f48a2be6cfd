import Domain
import Synchronization

/// Returns the time of an installation. It never goes back, nor begins earlier than it had reached before a restart: a
/// machine whose clock is set back revives nothing that has expired.
///
/// While the machine's clock is behind, this one continues at half speed until that has caught up, so that sessions and
/// links still age.
///
/// ```swift
/// let clock = InstallationClock(floor: try await floor.read(), wall: SystemContext.system.wall)
/// let services = Services(…, systemContext: SystemContext(clock))
/// ```
public final class InstallationClock: Sendable {
    /// A longer step forward than this is accepted only after `probation`: one wrong response of a time server must not
    /// move the floor.
    static let largestStep = Duration.minutes(5)
    static let probation = Duration.minutes(10)

    fileprivate struct State {
        /// The latest accepted time, and when it was accepted.
        var floor: Timestamp
        var setAt: Duration
        /// The machine's clock when it was last accepted, and when that was.
        var believed: (wall: Timestamp, at: Duration)?
        /// When the machine's clock was first seen far ahead; nil while it is not.
        var isAheadSince: Duration?
    }

    private let wall: @Sendable () -> Timestamp
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameters:
    ///   - floor: the time the clock had reached; nil in a new installation.
    ///   - wall: the machine's clock.
    ///   - elapsed: a monotonic time, which does not change when the machine's clock is set.
    public init(
        floor: Timestamp?,
        wall: @escaping @Sendable () -> Timestamp,
        elapsed: @escaping @Sendable () -> Duration = InstallationClock.sinceStart
    ) {
        self.wall = wall
        self.elapsed = elapsed
        state = Mutex(State(floor: floor ?? Timestamp(milliseconds: 0), setAt: elapsed()))
    }

    public var now: Timestamp {
        let (wall, elapsed) = (wall(), elapsed())
        return state.withLock { $0.advance(to: wall, elapsed) }
    }

    /// The time to store for the next start: how far the clock has reached, without an unconfirmed step.
    public var floor: Timestamp {
        let (wall, elapsed) = (wall(), elapsed())
        return state.withLock { state in
            _ = state.advance(to: wall, elapsed)
            return state.floor(elapsed)
        }
    }

    /// How far the machine's clock is behind this one.
    public var lag: Duration {
        let (wall, elapsed) = (wall(), elapsed())
        return state.withLock { max(.zero, $0.advance(to: wall, elapsed).since(wall)) }
    }

    /// How far the machine's clock has stepped ahead, while that step is not accepted yet.
    public var leap: Duration {
        let (wall, elapsed) = (wall(), elapsed())
        return state.withLock { state in
            _ = state.advance(to: wall, elapsed)
            return state.isAheadSince == nil ? .zero : state.step(to: wall, elapsed)
        }
    }

    /// Raises the floor to the time that other nodes have reached.
    public func raise(to floor: Timestamp) {
        let elapsed = elapsed()
        state.withLock { state in
            guard floor > state.floor(elapsed) else { return }
            (state.floor, state.setAt) = (floor, elapsed)
        }
    }

    private static let start = ContinuousClock.now
    public static let sinceStart: @Sendable () -> Duration = { start.duration(to: ContinuousClock.now) }
}

extension InstallationClock.State {
    fileprivate func floor(_ elapsed: Duration) -> Timestamp { floor + (elapsed - setAt) / 2 }

    /// Returns how much further the machine's clock has moved than the elapsed time.
    fileprivate func step(to wall: Timestamp, _ elapsed: Duration) -> Duration {
        believed.map { wall.since($0.wall + (elapsed - $0.at)) } ?? .zero
    }

    /// - Returns: the time.
    fileprivate mutating func advance(to wall: Timestamp, _ elapsed: Duration) -> Timestamp {
        let lowest = floor(elapsed)
        if step(to: wall, elapsed) > InstallationClock.largestStep {
            let since = isAheadSince ?? elapsed
            isAheadSince = since
            guard elapsed - since >= InstallationClock.probation else { return max(wall, lowest) }
        }
        isAheadSince = nil
        guard wall >= lowest else {
            (floor, setAt) = (lowest, elapsed)
            return lowest
        }
        (floor, setAt, believed) = (wall, elapsed, (wall, elapsed))
        return wall
    }
}

extension SystemContext {
    /// The time of the installation, and the secure random numbers of the system.
    public init(_ clock: InstallationClock) {
        self.init(now: { clock.now }, wall: SystemContext.system.wall, random: SystemContext.system.random)
    }
}
