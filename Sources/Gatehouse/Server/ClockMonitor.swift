import Domain
import Logging
import Stores
import Synchronization
import UseCases

/// Writes down how far the time of the installation has come, and tells when the machine's clock does not agree with
/// it.
final class ClockMonitor: Sendable {
    /// Clocks of machines that are set by a time server differ by less.
    private static let tolerance = Duration.seconds(5)

    private enum Verdict { case right, behind, ahead }

    private let clock: InstallationClock
    private let floor: ClockFloor
    private let logger: Logger
    private let told = Mutex(Verdict.right)

    init(clock: InstallationClock, floor: ClockFloor, logger: Logger) {
        self.clock = clock
        self.floor = floor
        self.logger = logger
    }

    /// One turn of the timer.
    func keep() async throws {
        tell()
        clock.raise(to: try await floor.raise(to: clock.floor))
    }

    /// Once for each change.
    private func tell() {
        let (lag, leap) = (clock.lag, clock.leap)
        let verdict: Verdict = leap > .zero ? .ahead : lag > Self.tolerance ? .behind : .right
        let before = told.withLock { told in
            defer { told = verdict }
            return told
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
