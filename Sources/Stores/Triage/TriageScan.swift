import Synchronization

/// Says how far maintenance has come with comparing failures with their events.
final class TriageScan: Sendable {
    struct Place: Equatable {
        var tenant = 0
        var failure = 0
    }

    private let state = Mutex(Place())

    var place: Place { state.withLock { $0 } }
    func `continue`(at place: Place) { state.withLock { $0 = place } }
}
