import Logging
import ServiceLifecycle

/// Repeats one turn of a use case until the server stops. A turn that has begun is finished.
struct PeriodicService: Service {
    let name: String
    let interval: Duration
    let logger: Logger
    let turn: @Sendable () async throws -> Void

    func run() async throws {
        while await waitedWhole() {
            do { try await turn() } catch is CancellationError { return } catch {
                logger.error("A timer's work failed", metadata: ["timer": "\(name)", "reason": "\(error)"])
            }
        }
    }

    /// - Returns: false when the server stops.
    private func waitedWhole() async -> Bool {
        do {
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
            return !Task.isShuttingDownGracefully && !Task.isCancelled
        } catch { return false }
    }
}
