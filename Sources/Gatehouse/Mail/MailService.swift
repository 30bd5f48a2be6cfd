import Logging
import ServiceLifecycle
import UseCases

/// Sends messages until the server stops, and then once more those that wait, so that a restart loses no requested
/// link.
struct MailService: Service {
    private static let interval = Duration.milliseconds(250)
    /// The time that a stopping server grants the mail command.
    private static let endLimit = Duration.seconds(5)

    let mail: MailQueue
    let logger: Logger
    var endLimit = Self.endLimit

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // Each message is sent by itself: a slow mailbox delays no other one at the end either.
                await side {
                    try? await PeriodicService(name: "mail", interval: Self.interval, logger: logger) {
                        await mail.deliver()
                    }.run()
                    mail.hurry()
                    await mail.deliver()
                }
            }
            group.addTask {
                try? await gracefulShutdown()
                try? await Task.sleep(for: endLimit)
            }
            await group.next()
            group.cancelAll()
        }
        let lost = mail.finish()
        if lost > 0 { logger.warning("Messages were not sent before the end", metadata: ["messages": "\(lost)"]) }
    }

    /// Runs `work` in as many tasks as messages may be sent in parallel.
    private func side(_ work: @escaping @Sendable () async -> Void) async {
        await withDiscardingTaskGroup { group in
            for _ in 0..<MailQueue.width { group.addTask(operation: work) }
        }
    }
}
