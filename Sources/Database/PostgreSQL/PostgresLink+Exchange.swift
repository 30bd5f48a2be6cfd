#if PostgreSQL
import CPostgres
import Foundation

/// Sends bytes to the server and reads results, each within a time limit.
extension PostgresLink {
    /// Takes all results of the sent message; the last failure is thrown after the connection is ready again.
    func drain(_ text: String?, _ body: (OpaquePointer) throws -> Void) throws {
        try flush()
        var failure: (any Error)?
        try take(text, &failure, body)
        if let failure { throw failure }
    }

    /// Takes all results of one statement, and records its first failure.
    func take(_ text: String?, _ failure: inout (any Error)?, _ body: (OpaquePointer) throws -> Void) throws {
        while let result = try nextResult() {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            // After a failure in the same message the server skips what follows.
            case PGRES_PIPELINE_ABORTED: continue
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY:
                guard failure == nil else { continue }
                do { try body(result) } catch { failure = error }
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                isBroken = true
                throw DatabaseError(.statement, "COPY is not supported")
            default:
                let reported = PostgresFailure(result, isConnectionLost: PQstatus(handle) != CONNECTION_OK)
                if reported.isConnectionLost { isBroken = true }
                failure = failure ?? reported.databaseError(statement: text)
            }
        }
    }

    /// Sends the buffered bytes.
    func flush() throws {
        let deadline = Deadline(in: options.statementLimit + options.silenceLimit)
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                // The server may not read until its output has been read.
                guard try wait(for: Int16(POLLIN | POLLOUT), by: deadline) else { throw silent() }
                guard PQconsumeInput(handle) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    /// - Returns: nil at the end of the results of one statement.
    func nextResult() throws -> OpaquePointer? {
        let deadline = Deadline(in: options.statementLimit + options.silenceLimit)
        while PQisBusy(handle) == 1 {
            guard try wait(for: Int16(POLLIN), by: deadline) else { throw silent() }
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
        return PQgetResult(handle)
    }

    /// - Returns: false on timeout.
    private func wait(for events: Int16, by deadline: Deadline) throws -> Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
        while true {
            let ready = poll(&descriptor, 1, deadline.milliseconds)
            if ready > 0 { return true }
            if ready == 0 { return false }
            guard errno == EINTR else { throw lost(String(cString: strerror(errno))) }
        }
    }

    /// Returns the error of a connection that cannot be used any more.
    func lost(_ reason: String? = nil) -> any Error {
        isBroken = true
        return PostgresFailure(lost: reason ?? String(cString: PQerrorMessage(handle))).databaseError(statement: nil)
    }

    private func silent() -> any Error { lost("the server does not answer") }
}
#endif
