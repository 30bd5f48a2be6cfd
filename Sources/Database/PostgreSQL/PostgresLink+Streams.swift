#if PostgreSQL
import CPostgres
import Foundation

/// What is no statement with an answer: rows that are copied in, and what others tell.
extension PostgresLink {
    /// Copies rows into a table or a part of its columns.
    /// - Parameter target: `table (column, …)`
    func copy(into target: String, types: [UInt32], rows: [[SQLValue]]) throws {
        try begin()
        let text = "COPY \(target) FROM STDIN (FORMAT binary)"
        guard PQsendQuery(handle, text) == 1 else { throw lost() }
        try flush()
        guard let result = try nextResult() else { throw lost() }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COPY_IN else {
            try drain(text) { _ in }
            throw PostgresFailure(result, isConnectionLost: PQstatus(handle) != CONNECTION_OK).told(statement: text)
        }
        do {
            try put(PostgresCopy.header)
            for row in rows { try put(try PostgresCopy.row(row, types)) }
            try put(PostgresCopy.end)
        } catch {
            PQputCopyEnd(handle, "given up")
            try? drain(text) { _ in }
            throw error
        }
        guard PQputCopyEnd(handle, nil) >= 0 else { throw lost() }
        try drain(text) { _ in }
    }

    /// What was told on the channels that this connection listens to (PostgreSQL manual §34.9): waits until there is something.
    /// - Returns: nothing when `time` is over, or when it was woken.
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
