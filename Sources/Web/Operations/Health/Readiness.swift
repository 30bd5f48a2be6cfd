import Foundation
import Synchronization

/// Whether the server can serve: what its checks found last, and whether it is about to stop.
///
/// The checks run on a timer and not when somebody asks: a check that hangs makes its result old, and an old result is
/// not ready. So an answer never waits, and a thousand questions cost no more than one.
public final class Readiness: Sendable {
    /// Says whether one thing that serving needs is there. It may throw or be slow; both mean no.
    public struct Check: Sendable {
        /// Shown in the answer: `database`, `disk`.
        public let name: String
        /// Without it requests cannot be served; without another one only something is missing.
        let isNeeded: Bool
        public let passes: @Sendable () async throws -> Bool

        public init(_ name: String, isNeeded: Bool = true, passes: @escaping @Sendable () async throws -> Bool) {
            self.name = name
            self.isNeeded = isNeeded
            self.passes = passes
        }
    }

    /// Why the server is not ready, by name; empty when it is.
    public struct Report: Sendable, Hashable {
        public let failing: [String]
        /// What is missing although the server is ready, by name.
        public var degraded: [String] = []
        public var isReady: Bool { failing.isEmpty }
    }

    /// A result counts no longer than this. Turns of `probe` must come more often.
    public static let maximumAge = Duration.seconds(5)

    private let checks: [Check]
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var passedAt: [String: ContinuousClock.Instant] = [:]
        var isDraining = false
    }

    public init(checks: [Check], now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.checks = checks
        self.now = now
    }

    /// Runs all checks once, side by side. While one hangs no other turn begins, so in the end nothing is ready.
    public func probe() async {
        await withDiscardingTaskGroup { group in
            for check in checks {
                group.addTask {
                    let startedAt = self.now()
                    let passes = (try? await check.passes()) ?? false
                    self.note(check, passes ? startedAt : nil)
                }
            }
        }
    }

    private func note(_ check: Check, _ passedAt: ContinuousClock.Instant?) {
        state.withLock { $0.passedAt[check.name] = passedAt }
    }

    /// Whether the server has begun to stop.
    public var isDraining: Bool { state.withLock { $0.isDraining } }

    /// From now on the server is not ready, whatever the checks say: a balancer sends its requests elsewhere.
    public func beginDraining() { state.withLock { $0.isDraining = true } }

    public var report: Report {
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
    /// Passes while the file system of `folder` has more than `minimumBytes` left for us.
    public static func diskSpace(in folder: String, minimumBytes: UInt64) -> Readiness.Check {
        Readiness.Check("disk") {
            var figures = statvfs()
            guard statvfs(folder, &figures) == 0 else { return false }
            return UInt64(figures.f_bavail) * UInt64(figures.f_frsize) > minimumBytes
        }
    }
}
