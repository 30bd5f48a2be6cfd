import CMalloc
import Dispatch
import Synchronization

/// Gives memory back to the system that a flood of requests took.
///
/// The allocator of glibc keeps what was freed for later: in an arena for each few threads, of which there may be eight
/// for each core. So a process stays as large as it ever was. With few arenas, with large blocks from the system
/// itself, and with what lies free handed back after a flood, it shrinks again.
final class MemoryTrimming: Sendable {
    static let interval = Duration.seconds(2)

    /// More arenas hold more free memory; fewer make threads wait for each other.
    private static let arenas: Int32 = 4
    /// A block of this size comes from the system and goes back when it is freed. Setting it keeps glibc from raising
    /// it by itself.
    private static let blockBytes: Int32 = 256 << 10
    /// Free memory at the end of the heap beyond this goes back at once.
    private static let keptBytes: Int32 = 8 << 20
    /// In flight: after more than `flood`, and with less than `calm` now, it is worth the work.
    private static let floodBytes = 4 << 20
    private static let calmBytes = 1 << 20
    /// So many connections that have ended since there were most are a flood too, whatever they sent.
    private static let floodConnections = 300
    /// While more than this end from one turn to the next, the flood is not over: with much of the heap in use there is
    /// little to give back, and looking through it makes everyone wait.
    private static let calmConnections = 50
    /// Turns between two trims for connections, which anyone can open and close.
    private static let pause = 8

    private let peak: @Sendable () -> Int
    private let inFlight: @Sendable () -> Int
    private let connections: @Sendable () -> (peak: Int, open: Int)
    private let trim: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var isDue = false
        var mostConnections = 0
        var lastConnections = 0
        var turnsSinceTrim = MemoryTrimming.pause
    }

    /// - Parameters:
    ///   - peak: the most bytes in flight since it was called last.
    ///   - inFlight: those of now.
    ///   - connections: the most that were open since it was called last, and those of now.
    init(
        peak: @escaping @Sendable () -> Int,
        inFlight: @escaping @Sendable () -> Int,
        connections: @escaping @Sendable () -> (peak: Int, open: Int) = { (0, 0) },
        trim: @escaping @Sendable () -> Void = MemoryTrimming.trimOnOwnThread
    ) {
        self.peak = peak
        self.inFlight = inFlight
        self.connections = connections
        self.trim = trim
    }

    /// Sets the allocator up. Early, before there are many threads.
    static func prepare() {
        #if os(Linux)
        _ = mallopt(M_ARENA_MAX, arenas)
        _ = mallopt(M_MMAP_THRESHOLD, blockBytes)
        _ = mallopt(M_TRIM_THRESHOLD, keptBytes)
        #endif
    }

    /// Looks whether a flood is over.
    func turn() {
        let (peak, inFlight, connections) = (peak(), inFlight(), connections())
        let isOver = state.withLock { state in
            state.turnsSinceTrim += 1
            state.mostConnections = max(state.mostConnections, connections.peak)
            let isFalling = state.lastConnections - connections.open > Self.calmConnections
            state.lastConnections = connections.open
            let ended = state.mostConnections - connections.open
            if peak > Self.floodBytes
                || ended >= Self.floodConnections && !isFalling && state.turnsSinceTrim >= Self.pause
            {
                state.isDue = true
            }
            guard state.isDue, inFlight < Self.calmBytes else { return false }
            state = State(mostConnections: connections.open, lastConnections: connections.open, turnsSinceTrim: 0)
            return true
        }
        if isOver { trim() }
    }

    private static let thread = DispatchQueue(label: "gatehouse.memory")

    /// It looks through the whole heap, so it does not run on the cooperative pool.
    @Sendable static func trimOnOwnThread() {
        thread.async {
            #if os(Linux)
            _ = malloc_trim(0)
            #endif
        }
    }
}
