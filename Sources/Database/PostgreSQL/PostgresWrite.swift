#if PostgreSQL
/// One attempt of a write.
struct PostgresWrite<Result: Sendable>: Sendable {
    let scope: Scope
    /// The order with the other writes of the scope.
    let order: WriteOrder
    /// The mark of the previous attempt, whose commit got no response.
    var doubtful: PostgresMark?
    /// Called with the result before the commit, whose response may be lost.
    let keep: @Sendable (Result) -> Void
    let body: @Sendable (any WriteTransaction) throws -> Result
}
#endif
