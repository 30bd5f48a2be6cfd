#if PostgreSQL
import Foundation
import Synchronization

/// Receives the announcements of all nodes' transactions (PostgreSQL manual, NOTIFY), on a connection and a thread of
/// its own.
///
/// When the connection is lost the feed reports a gap, and another one when it is back: no entry cached in between can
/// be stale.
final class PostgresListener: Sendable {
    /// After so long without a message the server is queried to test the connection: a cut network reports no error by
    /// itself.
    private static let heartbeat = Duration.seconds(5)
    private static let pauses = (first: Duration.milliseconds(50), longest: Duration.seconds(1))

    private let options: PostgresOptions
    private let feed: ChangeFeed
    private let wakeup: Wakeup
    private let isEnded = Mutex(false)

    /// The channel on which a schema's changes are announced.
    static func channel(_ schema: String) -> String { "gatehouse_\(schema)" }

    /// - Returns: nil when the system has no more file descriptors.
    init?(_ options: PostgresOptions, _ feed: ChangeFeed) {
        guard let wakeup = Wakeup() else { return nil }
        (self.options, self.feed, self.wakeup) = (options, feed, wakeup)
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "gatehouse.postgres.listen"
        thread.start()
    }

    func end() {
        isEnded.withLock { $0 = true }
        wakeup.signal()
    }

    private func run() {
        var pause = Self.pauses.first
        while !isEnded.withLock({ $0 }) {
            do {
                try listen { pause = Self.pauses.first }
            } catch {
                feed.end()
                wakeup.wait(for: pause)
                pause = min(pause * 2, Self.pauses.longest)
            }
        }
        feed.end()
    }

    private func listen(started: () -> Void) throws {
        let link = try PostgresLink(options)
        defer { link.finish() }
        try link.run(batch: "LISTEN \(Self.channel(options.schema))")
        feed.begin()
        started()
        while !isEnded.withLock({ $0 }) {
            let heard = try link.notifications(within: Self.heartbeat, or: wakeup)
            // An unknown change comes from another version of the program.
            feed.notify(heard.compactMap { Change($0) })
            if heard.isEmpty, !isEnded.withLock({ $0 }) { try link.run(batch: "SELECT 1") }
        }
    }
}
#endif
