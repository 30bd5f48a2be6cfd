import Domain

/// Keeps the events below a size: deletes what the tenant with most has, so that a flood takes nothing from the others.
public struct EventSizeLimit: Sendable {
    /// The rows of one step, and how long it may hold the writer.
    static let rows = 200
    static let span = Duration.milliseconds(8)
    /// The steps between two looks at the size.
    static let stepsAtOnce = 8

    public enum Outcome: Sendable, Hashable {
        /// The events are below the limit.
        case fits(rows: Int)
        /// The tenant that holds most has nothing left that may be deleted.
        case exhausted(Tenant.ID?, rows: Int)
        /// There is more to delete.
        case unfinished(Tenant.ID?, rows: Int)
    }

    let events: any EventStore

    /// - Parameters:
    ///   - steps: after so many it ends, so that the next turn finds out again who holds most.
    ///   - isOver: whether the events are still over the limit.
    public func turn(steps: Int, while isOver: () async throws -> Bool) async throws -> Outcome {
        var rows = 0
        var largest: Tenant.ID?
        for number in 0..<steps {
            if number % Self.stepsAtOnce == 0 {
                guard try await isOver() else { return .fits(rows: rows) }
            }
            try Task.checkCancellation()
            let step = try await events.makeRoom(limit: Self.rows, within: Self.span)
            largest = step.tenant ?? largest
            guard step.rows > 0 else { return .exhausted(largest, rows: rows) }
            rows += step.rows
        }
        return try await isOver() ? .unfinished(largest, rows: rows) : .fits(rows: rows)
    }
}
