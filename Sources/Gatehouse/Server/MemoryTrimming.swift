import CMalloc
import Dispatch
import Synchronization

/// Returns memory to the system after a flood of requests.
///
/// The allocator of glibc keeps freed memory in arenas, of which there may be eight for each core, so a process never
/// shrinks. Three settings let it shrink: few arenas, large blocks directly from the system, and a trim of free memory
/// after a flood, and during a flood that leaves much of it.
final class MemoryTrimming: Sendable {
    static let interval = Duration.seconds(2)

    /// More arenas hold more free memory; fewer make threads wait for each other.
    private static let arenas: Int32 = 4
    /// A block of this size is mapped from the system and unmapped when it is freed. Setting the threshold keeps glibc
    /// from raising it by itself.
    private static let blockBytes: Int32 = 256 << 10
    /// Free memory at the end of the heap beyond this size is returned at once.
    private static let keptBytes: Int32 = 8 << 20
    /// A trim is due after more than `floodBytes` in flight, and runs once fewer than `calmBytes` are.
    private static let floodBytes = 4 << 20
    private static let calmBytes = 1 << 20
    /// This many connections closed since the maximum count as a flood too, whatever they sent.
    private static let floodConnections = 300
    /// While more connections than this close between two turns, the flood is not over: with much of the heap in use a
    /// trim frees little, and it delays all requests.
    private static let calmConnections = 50
    /// The turns between two trims for connections, which anyone can open and close.
    private static let pause = 8
    /// Free memory beyond this size is returned even while a flood lasts.
    private static let greatestFreeBytes = 32 << 20
    /// The turns between two trims while a flood lasts.
    private static let pauseInFlood = 2

    private let peak: @Sendable () -> Int
    private let inFlight: @Sendable () -> Int
    private let connections: @Sendable () -> (peak: Int, open: Int)
    private let free: @Sendable () -> Int
    private let trim: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var isDue = false
        var mostConnections = 0
        var lastConnections = 0
        var turnsSinceTrim = MemoryTrimming.pause
    }

    /// - Parameters:
    ///   - peak: the maximum number of bytes in flight since its previous call.
    ///   - inFlight: the bytes in flight now.
    ///   - connections: the maximum number of open connections since its previous call, and the number now.
    ///   - free: the free memory that the allocator keeps.
    init(
        peak: @escaping @Sendable () -> Int,
        inFlight: @escaping @Sendable () -> Int,
        connections: @escaping @Sendable () -> (peak: Int, open: Int) = { (0, 0) },
        free: @escaping @Sendable () -> Int = MemoryTrimming.freeBytes,
        trim: @escaping @Sendable () -> Void = MemoryTrimming.trimOnOwnThread
    ) {
        self.peak = peak
        self.inFlight = inFlight
        self.connections = connections
        self.free = free
        self.trim = trim
    }

    /// Configures the allocator. It must run early, before there are many threads.
    static func prepare() {
        #if os(Linux)
        _ = mallopt(M_ARENA_MAX, arenas)
        _ = mallopt(M_MMAP_THRESHOLD, blockBytes)
        _ = mallopt(M_TRIM_THRESHOLD, keptBytes)
        #endif
    }

    /// Checks whether a flood is over, or has left much memory free, and trims.
    func turn() {
        let (peak, inFlight, connections) = (peak(), inFlight(), connections())
        let flood = state.withLock { state -> Flood in
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
            guard state.isDue else { return .none }
            guard inFlight < Self.calmBytes else { return state.turnsSinceTrim < Self.pauseInFlood ? .none : .lasts }
            state = State(mostConnections: connections.open, lastConnections: connections.open, turnsSinceTrim: 0)
            return .isOver
        }
        switch flood {
        case .none: break
        case .lasts:
            guard free() > Self.greatestFreeBytes else { return }
            state.withLock { $0.turnsSinceTrim = 0 }
            trim()
        case .isOver: trim()
        }
    }

    private enum Flood {
        /// No flood, or one during which a trim was a moment ago.
        case none
        case lasts, isOver
    }

    /// The free memory in all arenas.
    @Sendable static func freeBytes() -> Int {
        #if os(Linux)
        return Int(mallinfo2().fordblks)
        #else
        return 0
        #endif
    }

    private static let thread = DispatchQueue(label: "gatehouse.memory")

    /// Trims on a thread of its own, because the scan of the whole heap would block the cooperative pool.
    @Sendable static func trimOnOwnThread() {
        thread.async {
            #if os(Linux)
            _ = malloc_trim(0)
            #endif
        }
    }
}
