#if PostgreSQL
import CPostgres

/// Begins and ends transactions.
extension PostgresLink {
    /// Begins a transaction with its first statement.
    func begin(with statements: [Statement]) {
        opening = statements
        later = []
        hasFailed = false
        plansByValues = false
    }

    /// Sends the statements that were deferred to a later one, where another message has to be sent first.
    func begin() throws {
        try settle()
        if !opening.isEmpty || !later.isEmpty { try exchange([]) { _, _ in } }
    }

    /// Ends a read-only transaction, without waiting: its result is taken before the next statement.
    func commitReading() throws {
        guard !hasFailed else { throw Self.spoilt }
        guard opening.isEmpty else {
            opening = []
            return
        }
        try checkWhole()
        guard PQsendQuery(handle, "COMMIT") == 1, PQflush(handle) >= 0 else { throw lost() }
        isSettling = true
    }

    func settle() throws {
        guard isSettling else { return }
        isSettling = false
        do { try drain(nil) { _ in } } catch {
            // The next transaction is not at fault: nothing has been sent for it yet.
            isBroken = true
            throw DatabaseError(.unavailable, "the end of the transaction before failed")
        }
    }

    /// Ends the transaction.
    /// - Throws: when a statement had failed and the body continued: PostgreSQL would only answer "ROLLBACK".
    ///   `UnconfirmedCommit` when the primary has it and no standby has confirmed it.
    func commit() throws {
        guard !hasFailed else { throw Self.spoilt }
        guard opening.isEmpty || !later.isEmpty else {
            opening = []
            return
        }
        if opening.isEmpty { try checkWhole() }
        warnings = 0
        try exchange([.commit]) { _, _ in }
        // A commit that stops waiting for a standby answers "COMMIT" with a warning (PostgreSQL manual §27.2.8.3).
        guard warnings == 0 else { throw UnconfirmedCommit() }
    }

    private func checkWhole() throws {
        guard PQtransactionStatus(handle) == PQTRANS_INTRANS else {
            throw isBroken || PQstatus(handle) != CONNECTION_OK ? lost() : Self.spoilt
        }
    }

    func rollBack() throws {
        (opening, later) = ([], [])
        hasFailed = false
        try settle()
        // Statements that were sent without a transaction of their own have ended with their message.
        if PQtransactionStatus(handle) != PQTRANS_IDLE { try run(batch: "ROLLBACK") }
    }
}

/// A commit that the primary has done and a required standby has not confirmed: if the primary is lost now, the
/// transaction may be lost too.
struct UnconfirmedCommit: Error {}
#endif
