import Domain
import Synchronization

/// Says how far the scan for subjects and messages that no event names has come. There is one scan for each day whose
/// events were deleted.
final class DictionaryScan: Sendable {
    /// A row of `DictionaryTable.all[table]`; the scan goes on after it.
    struct Place: Equatable {
        var table = 0
        var tenant = 0
        var id = 0
    }

    private struct State {
        var moment: Timestamp?
        var place: Place?
    }

    private let state = Mutex(State())

    /// - Parameter moment: the time before which all events were deleted.
    /// - Returns: nil when the scan of that time is complete.
    func place(before moment: Timestamp) -> Place? {
        state.withLock { state in
            if state.moment != moment { state = State(moment: moment, place: Place()) }
            return state.place
        }
    }

    func `continue`(at place: Place?) { state.withLock { $0.place = place } }
}
