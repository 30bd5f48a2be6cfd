import Domain

/// Finds the operators that audit entries name.
public protocol OperatorLookup: Sendable {
    /// Returns the operators with these ids, in no order.
    func operators(_ ids: [Operator.ID]) async throws(DomainError) -> [Operator]
}
