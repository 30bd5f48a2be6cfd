import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import Web

/// Stops the services at the first SIGTERM or SIGINT, and the process at the second.
///
/// Readiness is turned off first, and stays off for a moment before the listener closes, so that a load balancer sends
/// nothing more.
struct StopSignals: Sendable {
    let readiness: Readiness
    let drain: Duration
    let logger: Logger

    /// Runs until the services have ended.
    func run(_ group: ServiceGroup) async throws {
        // Caught before anything runs: a signal must find someone listening.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await watch(signals, group) }
            defer { tasks.cancelAll() }
            do { try await group.run() } catch let error as CancellationError {
                // What still ran at the end of the time was cancelled, as it should be.
                guard readiness.isDraining else { throw error }
                logger.warning("Requests that did not end in time were cut off")
            }
        }
    }

    private func watch(_ signals: UnixSignalsSequence, _ group: ServiceGroup) async {
        var isStopping = false
        for await signal in signals {
            guard !isStopping else {
                logger.notice("Stopping at once", metadata: ["signal": "\(signal)"])
                _exit(128 + signal.rawValue)
            }
            isStopping = true
            logger.notice("Stopping", metadata: ["signal": "\(signal)"])
            readiness.beginDraining()
            // In a task of its own, so that a second signal is heard meanwhile; it ends with the process at the latest.
            Task {
                try? await Task.sleep(for: drain)
                await group.triggerGracefulShutdown()
            }
        }
    }
}
