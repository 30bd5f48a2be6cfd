#if PostgreSQL
import CPostgres
import Foundation

/// Receives notifications of other sessions.
extension PostgresLink {
    /// Returns the notifications on the channels that this connection listens to (PostgreSQL manual §34.9), waiting
    /// until there is one.
    /// - Returns: an empty list when `time` is over, or when it was woken.
    func notifications(within time: Duration, or wakeup: Wakeup) throws -> [String] {
        let deadline = Deadline(in: time)
        while true {
            guard PQconsumeInput(handle) == 1 else { throw lost() }
            var heard: [String] = []
            while let notification = PQnotifies(handle) {
                heard.append(String(cString: notification.pointee.extra))
                PQfreemem(notification)
            }
            guard heard.isEmpty else { return heard }
            var waited = [
                pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&waited, 2, deadline.milliseconds)
            guard ready > 0 || errno == EINTR || ready == 0 else { throw lost(String(cString: strerror(errno))) }
            if ready == 0 || waited[1].revents != 0 { return [] }
        }
    }
}
#endif
