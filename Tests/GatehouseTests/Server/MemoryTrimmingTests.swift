import Synchronization
import Testing

@testable import Gatehouse

@Suite struct MemoryTrimmingTests {
    /// What is in flight, as a test sets it, and how often memory was returned.
    private final class Load: Sendable {
        let peak = Atomic(0)
        let inFlight = Atomic(0)
        let connections = Atomic(0)
        let free = Atomic(0)
        let trims = Atomic(0)

        func trimming() -> MemoryTrimming {
            MemoryTrimming(
                peak: { self.peak.load(ordering: .relaxed) },
                inFlight: { self.inFlight.load(ordering: .relaxed) },
                connections: {
                    let open = self.connections.load(ordering: .relaxed)
                    return (open, open)
                },
                free: { self.free.load(ordering: .relaxed) },
                trim: { self.trims.add(1, ordering: .relaxed) }
            )
        }

        func set(peak: Int, inFlight: Int) {
            self.peak.store(peak, ordering: .relaxed)
            self.inFlight.store(inFlight, ordering: .relaxed)
        }
    }

    @Test func `memory is returned once, when a flood is over`() {
        let load = Load()
        let trimming = load.trimming()
        var trims: [Int] = []

        for (peak, inFlight) in [(0, 0), (50 << 20, 50 << 20), (50 << 20, 2 << 20), (2 << 20, 0), (0, 0)] {
            load.set(peak: peak, inFlight: inFlight)
            trimming.turn()
            trims.append(load.trims.load(ordering: .relaxed))
        }

        #expect(trims == [0, 0, 0, 1, 1])
    }

    @Test func `while a flood lasts, much free memory is returned every other time`() {
        let load = Load()
        let trimming = load.trimming()
        func trims(_ turns: Int, peak: Int, free: Int) -> [Int] {
            load.set(peak: peak, inFlight: peak)
            load.free.store(free, ordering: .relaxed)
            return (0..<turns).map { _ in
                trimming.turn()
                return load.trims.load(ordering: .relaxed)
            }
        }

        #expect(trims(2, peak: 0, free: 100 << 20) == [0, 0], "no flood")
        #expect(trims(2, peak: 50 << 20, free: 30 << 20) == [0, 0], "little is free")
        #expect(trims(5, peak: 50 << 20, free: 40 << 20) == [1, 1, 2, 2, 3])
        #expect(trims(3, peak: 0, free: 40 << 20) == [4, 4, 4], "the flood is over")
    }

    @Test func `memory is returned when hundreds of connections have ended`() {
        let load = Load()
        let trimming = load.trimming()
        func trims(_ counts: [Int]) -> [Int] {
            counts.map { count in
                load.connections.store(count, ordering: .relaxed)
                trimming.turn()
                return load.trims.load(ordering: .relaxed)
            }
        }

        #expect(trims([1000, 900, 600]) == [0, 0, 0], "they are still ending")
        #expect(trims([600, 200, 200]) == [1, 1, 1], "once, and not again at once")
        #expect(trims([200, 200, 200, 200, 200, 200, 200]).last == 2)
        #expect(trims([200, 0, 0, 0, 0, 0, 0, 0, 0]).last == 2, "too few to be worth it")
    }

    @Test func `small requests are not worth it`() {
        let load = Load()
        let trimming = load.trimming()

        load.set(peak: 100_000, inFlight: 0)
        trimming.turn()

        #expect(load.trims.load(ordering: .relaxed) == 0)
    }
}
