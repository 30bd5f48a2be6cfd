import Domain
import Synchronization

/// Keeps the events below a size: deletes the oldest of the tenant with most first, so that a flood takes nothing from
/// the others.
public struct EventSizeLimit: Sendable {
    /// The rows of one step, which holds the writer for some milliseconds.
    static let step = 200

    let events: any EventStore

    /// - Parameter isOver: whether the events are still over the limit.
    /// - Returns: the number of deleted rows.
    public func turn(while isOver: () async throws -> Bool) async throws -> Int {
        var count = 0
        while try await isOver(), !Task.isCancelled {
            let step = try await events.forgetOldestOfLargest(limit: Self.step)
            guard step > 0 else { break }
            count += step
        }
        return count
    }
}
