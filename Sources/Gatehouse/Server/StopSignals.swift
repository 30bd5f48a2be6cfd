import Foundation
import Logging
import Operations
import ServiceLifecycle
import UnixSignals

/// Stops the services at the first SIGTERM or SIGINT, and the process at the second.
///
/// Readiness ends first, a moment before the listener closes, so that a load balancer sends no more requests.
struct StopSignals: Sendable {
    let readiness: Readiness
    let drain: Duration
    let logger: Logger

    /// Runs until the services have ended.
    func run(_ group: ServiceGroup) async throws {
        // The signals are trapped before any service runs, so that none is lost.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await watch(signals, group) }
            defer { tasks.cancelAll() }
            do { try await group.run() } catch let error as CancellationError {
                // Services that still ran at the time limit were cancelled, which is expected while draining.
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
            // The task is unstructured, so that a second signal is handled meanwhile; it ends with the process at the
            // latest.
            Task {
                try? await Task.sleep(for: drain)
                await group.triggerGracefulShutdown()
            }
        }
    }
}
