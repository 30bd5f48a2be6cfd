import Domain
import Synchronization

/// Says how far a scan of all tenants has come. There is one scan for each bound, which changes once a day.
final class DailyScan<Place: Sendable>: Sendable {
    private struct State {
        var bound: Timestamp?
        var place: Place?
    }

    private let first: Place
    private let state = Mutex(State())

    /// - Parameter first: where each scan begins.
    init(from first: Place) { self.first = first }

    /// - Parameter bound: the time before which everything is looked at.
    /// - Returns: nil when the scan of that bound is complete.
    func place(before bound: Timestamp) -> Place? {
        state.withLock { state in
            if state.bound != bound { state = State(bound: bound, place: first) }
            return state.place
        }
    }

    /// - Parameter place: nil when the scan is complete.
    func `continue`(at place: Place?) { state.withLock { $0.place = place } }
}
