import NIOCore
import Synchronization

/// Limits the connections without a request, new ones and those that wait for the next: each takes about 20 KB. Beyond
/// the limit the one that has waited longest is closed, as after the idle timeout.
final class IdleConnections: Sendable {
    /// The place of a connection in the order in which they began to wait.
    struct Place: Hashable {
        fileprivate let number: UInt64
    }

    /// Tells a connection to close, unless a request has begun since.
    struct Eviction: Sendable {
        let place: Place
    }

    private struct State {
        var channels: [UInt64: any Channel] = [:]
        var next: UInt64 = 0
        /// No connection waits since before this one.
        var oldest: UInt64 = 0
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) { self.maximum = max(1, maximum) }

    var count: Int { state.withLock(\.channels.count) }

    func begin(_ channel: any Channel) -> Place {
        let (place, evicted) = state.withLock { state -> (Place, (Place, any Channel)?) in
            let place = Place(number: state.next)
            state.channels[state.next] = channel
            state.next += 1
            return (place, state.channels.count > maximum ? Self.takeOldest(&state) : nil)
        }
        if let (place, channel) = evicted { channel.pipeline.fireUserInboundEventTriggered(Eviction(place: place)) }
        return place
    }

    func end(_ place: Place) { state.withLock { $0.channels[place.number] = nil } }

    private static func takeOldest(_ state: inout State) -> (Place, any Channel)? {
        while state.oldest < state.next {
            let number = state.oldest
            state.oldest += 1
            if let channel = state.channels.removeValue(forKey: number) { return (Place(number: number), channel) }
        }
        return nil
    }
}
