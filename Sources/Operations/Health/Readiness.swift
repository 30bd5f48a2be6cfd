import Foundation
import Synchronization

/// Whether the server can serve: the latest results of its checks, and whether it is stopping.
///
/// The checks run on a timer and not on request: the result of a hanging check becomes old, and an old result is not
/// ready. So a response never waits, and a thousand requests cost no more checks than one.
package final class Readiness: Sendable {
    /// Checks one dependency of serving. It may throw or be slow; both count as a failure.
    package struct Check: Sendable {
        /// The name in the response: `database`, `disk`.
        package let name: String
        /// Whether requests cannot be served without the dependency; otherwise the server is only degraded.
        let isNeeded: Bool
        package let passes: @Sendable () async throws -> Bool

        package init(_ name: String, isNeeded: Bool = true, passes: @escaping @Sendable () async throws -> Bool) {
            self.name = name
            self.isNeeded = isNeeded
            self.passes = passes
        }
    }

    /// The names of failed checks that make the server not ready; empty when it is ready.
    package struct Report: Sendable, Hashable {
        package let failing: [String]
        /// The names of failed checks that leave the server ready.
        package var degraded: [String] = []
        package var isReady: Bool { failing.isEmpty }
    }

    /// The maximum age of a result. `probe` must run more often.
    package static let maximumAge = Duration.seconds(5)

    private let checks: [Check]
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var passedAt: [String: ContinuousClock.Instant] = [:]
        var isDraining = false
    }

    package init(checks: [Check], now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.checks = checks
        self.now = now
    }

    /// Runs all checks once, in parallel. While one hangs no other run begins, so all results become old.
    package func probe() async {
        await withDiscardingTaskGroup { group in
            for check in checks {
                group.addTask {
                    let startedAt = self.now()
                    let passes = (try? await check.passes()) ?? false
                    self.record(check, passes ? startedAt : nil)
                }
            }
        }
    }

    private func record(_ check: Check, _ passedAt: ContinuousClock.Instant?) {
        state.withLock { $0.passedAt[check.name] = passedAt }
    }

    /// Whether the server has begun to stop.
    package var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Makes the server not ready from now on, whatever the checks say, so that a load balancer uses other servers.
    package func beginDraining() { state.withLock { $0.isDraining = true } }

    package var report: Report {
        let oldest = now() - Self.maximumAge
        return state.withLock { state in
            let missing = checks.filter { check in state.passedAt[check.name].map { $0 < oldest } ?? true }
            let failing = missing.filter(\.isNeeded).map(\.name)
            return Report(
                failing: state.isDraining ? ["draining"] + failing : failing,
                degraded: missing.filter { !$0.isNeeded }.map(\.name)
            )
        }
    }
}

extension Readiness.Check {
    /// Passes while the file system of `folder` has more than `minimumBytes` available.
    package static func diskSpace(in folder: String, minimumBytes: UInt64) -> Readiness.Check {
        Readiness.Check("disk") {
            var figures = statvfs()
            guard statvfs(folder, &figures) == 0 else { return false }
            return UInt64(figures.f_bavail) * UInt64(figures.f_frsize) > minimumBytes
        }
    }
}
