import Database

/// A database that shows every statement to observers before it runs.
public final class ObservedDatabase: Database {
    private let base: any Database
    private let observers: [any StatementObserver]

    public init(_ base: any Database, observers: [any StatementObserver]) {
        self.base = base
        self.observers = observers
    }

    public var engine: DatabaseEngine { base.engine }
    public var changes: ChangeFeed { base.changes }

    public func read<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        let observation = observation(scope)
        return try await base.read(scope) { transaction in try body(ObservedReading(transaction, observation)) }
    }

    public func readList<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        let observation = observation(scope)
        return try await base.readList(scope) { transaction in try body(ObservedReading(transaction, observation)) }
    }

    public func rows(_ scope: Scope, _ statements: [SQL]) async throws -> [[Row]] {
        let observation = observation(scope)
        let unknown = try statements.filter { try observation.check($0).needsPlan }
        if !unknown.isEmpty {
            try await base.read(scope) { transaction in
                for statement in unknown { try observation.explain(statement, in: transaction) }
            }
        }
        return try await base.rows(scope, statements)
    }

    public func write<Result: Sendable>(
        _ scope: Scope,
        order: WriteOrder,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        let observation = observation(scope)
        return try await base.write(scope, order: order) { transaction in
            let observed = ObservedWriting(transaction, observation)
            let result = try body(observed)
            // A body that went on after a violation must not commit.
            if let violation = observed.violation { throw violation }
            return result
        }
    }

    public func alone(_ name: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool {
        try await base.alone(name, job)
    }

    public func close() async throws { try await base.close() }

    private func observation(_ scope: Scope) -> StatementObservation {
        for observer in observers { observer.begin(scope) }
        return StatementObservation(scope: scope, engine: engine, observers: observers)
    }
}
