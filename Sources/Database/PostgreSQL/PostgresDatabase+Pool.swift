#if PostgreSQL
import Dispatch
import Synchronization

/// Hands connections out and takes them back.
extension PostgresDatabase {
    func take(_ turn: Turn) async throws -> PostgresConnection {
        switch try await take(turn, nil) {
        case .connection(let connection): return connection
        case .rows: preconditionFailure("rows for a request without statements")
        }
    }

    func take(_ turn: Turn, _ part: ShortRead.Part?) async throws -> Granted {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                perform { state in
                    state.waiting[ticket] = Waiting(continuation: continuation, part: part)
                    return state.pool.request(ticket, for: turn, at: Self.now)
                }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.pool.cancel(ticket)
                return state.waiting.removeValue(forKey: ticket)
            }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Takes the waiting reads that can be answered together with one that has a connection; each must be answered.
    func shared() -> [ShortRead] {
        state.withLock { state in
            state.pool.sharing(ShortRead.together - 1).compactMap { ticket in
                guard let waiting = state.waiting.removeValue(forKey: ticket), let part = waiting.part else {
                    return nil
                }
                return ShortRead(part: part) { waiting.continuation.resume(with: $0.map(Granted.rows)) }
            }
        }
    }

    func giveBack(_ connection: PostgresConnection) {
        let condition = connection.state
        let isBroken = condition != .open
        perform { state in
            if isBroken { state.connections[connection.id] = nil }
            return state.pool.released(connection.id, isBroken: isBroken, wasLost: condition == .lost, at: Self.now)
        }
        if isBroken { Task { await connection.close() } }
    }

    /// Changes the pool and performs the resulting actions.
    func perform(_ change: @Sendable (inout State) -> [ConnectionPool.Action]) {
        let steps = state.withLock { state -> [Step] in
            change(&state).compactMap { action in step(for: action, in: &state) }
        }
        for step in steps { run(step) }
    }

    /// What an action of the pool leads to, outside of its lock.
    private enum Step {
        case resume(CheckedContinuation<Granted, any Error>, Result<Granted, any Error>)
        case open(PostgresConnection)
        case close(PostgresConnection)
        case wake(UInt64)
    }

    private func step(for action: ConnectionPool.Action, in state: inout State) -> Step? {
        switch action {
        case .grant(let ticket, let id):
            guard let connection = state.connections[id] else { return nil }
            guard let waiting = state.waiting.removeValue(forKey: ticket) else { return nil }
            return .resume(waiting.continuation, .success(.connection(connection)))
        case .reject(let ticket, let rejection):
            let error = Self.error(rejection, state.lastFailure)
            return state.waiting.removeValue(forKey: ticket).map { .resume($0.continuation, .failure(error)) }
        case .connect(let id):
            let connection = PostgresConnection(id, options: options, changes: changes)
            state.connections[id] = connection
            return .open(connection)
        case .disconnect(let id): return state.connections.removeValue(forKey: id).map { .close($0) }
        case .wake(let time): return .wake(time)
        }
    }

    private func run(_ step: Step) {
        switch step {
        case .resume(let continuation, let result): continuation.resume(with: result)
        case .open(let connection): Task { await self.open(connection) }
        case .close(let connection): Task { await connection.close() }
        case .wake(let time):
            timer.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) {
                // A timer may fire a little early, and there is no other.
                self.perform { $0.pool.tick(at: max(Self.now, time)) }
            }
        }
    }

    private func open(_ connection: PostgresConnection) async {
        do {
            try await connection.open()
            perform { state in
                state.lastFailure = nil
                return state.pool.connected(connection.id, at: Self.now)
            }
        } catch {
            let failure = (error as? DatabaseError) ?? DatabaseError(.unavailable, "\(error)")
            perform { state in
                state.lastFailure = failure
                state.connections[connection.id] = nil
                return state.pool.failed(connection.id, at: Self.now)
            }
        }
    }

    private static func error(_ rejection: ConnectionPool.Rejection, _ cause: DatabaseError?) -> DatabaseError {
        switch rejection {
        case .full: DatabaseError(.busy, "too many requests wait for a connection")
        case .late: cause ?? DatabaseError(.busy, "no connection was free in time")
        case .closed: DatabaseError(.unavailable, "the database is closed")
        }
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
#endif
