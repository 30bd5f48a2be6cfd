import Domain
import Logging
import Stores
import Synchronization
import UseCases

/// Stores how far the time of the installation has advanced, and logs when the machine's clock disagrees with it.
final class ClockMonitor: Sendable {
    /// Clocks that a time server sets differ by less.
    private static let tolerance = Duration.seconds(5)

    private enum Verdict { case right, behind, ahead }

    private let clock: InstallationClock
    private let floor: ClockFloor
    private let logger: Logger
    private let reported = Mutex(Verdict.right)

    init(clock: InstallationClock, floor: ClockFloor, logger: Logger) {
        self.clock = clock
        self.floor = floor
        self.logger = logger
    }

    /// Runs one turn of the timer.
    func keep() async throws {
        notify()
        clock.raise(to: try await floor.raise(to: clock.floor))
    }

    /// Logs each change once.
    private func notify() {
        let (lag, leap) = (clock.lag, clock.leap)
        let verdict: Verdict = leap > .zero ? .ahead : lag > Self.tolerance ? .behind : .right
        let before = reported.withLock { reported in
            defer { reported = verdict }
            return reported
        }
        guard verdict != before else { return }
        switch verdict {
        case .right: logger.notice("The machine's clock is right again")
        case .behind:
            logger.error(
                "The machine's clock is behind the time of the installation, which goes on at half speed until that has caught up",
                metadata: ["seconds": "\(lag.secondsRoundedUp)"]
            )
        case .ahead:
            logger.error(
                "The machine's clock has stepped ahead; if that is wrong, set it right within ten minutes",
                metadata: ["seconds": "\(leap.secondsRoundedUp)"]
            )
        }
    }
}
