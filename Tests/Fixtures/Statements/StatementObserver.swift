import Database

/// Checks or records the statements that an `ObservedDatabase` runs.
public protocol StatementObserver: Sendable {
    /// Called when a transaction begins.
    func begin(_ scope: Scope)

    /// Called before a statement runs.
    /// - Throws: when the statement breaks a rule; then it does not run, and its transaction is rolled back.
    func check(_ statement: ObservedStatement) throws

    /// Whether the observer needs the plan of this statement.
    func needsPlan(of statement: ObservedStatement) -> Bool

    /// Called with the plan of a statement, after `check(_:)`.
    /// - Parameter plan: the lines of the engine's `EXPLAIN`.
    func check(_ statement: ObservedStatement, plan: [String]) throws
}

extension StatementObserver {
    public func begin(_: Scope) {}
    public func needsPlan(of _: ObservedStatement) -> Bool { false }
    public func check(_: ObservedStatement, plan _: [String]) throws {}
}
