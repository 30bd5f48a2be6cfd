#if PostgreSQL
import Foundation
import Synchronization

/// Wakes a thread that waits on a connection.
final class Wakeup: Sendable {
    let descriptor: Int32
    private let writing: Int32

    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (descriptor, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    /// Signals for good: the byte is never read.
    func signal() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    func wait(for duration: Duration) {
        let deadline = Deadline(in: duration)
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waited, 1, deadline.milliseconds) < 0, errno == EINTR {}
    }
}

/// The end of a wait.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(in duration: Duration) { end = .now + duration }

    /// The remaining time, for `poll`.
    var milliseconds: Int32 { Int32(clamping: max(0, Int(((end - .now) / .milliseconds(1)).rounded(.up)))) }
}
#endif
