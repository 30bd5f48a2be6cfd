import Testing

@testable import Admission

@Suite(.timeLimit(.minutes(2))) struct FairQueueTests {
    private typealias Queue = FairQueue<String, String>

    /// Adds items that are named after their owner.
    private func fill(_ queue: inout Queue, _ owners: [(String, Int)]) {
        for (owner, count) in owners { for number in 0..<count { queue.append("\(owner) \(number)", of: owner) } }
    }

    /// Takes out all that waits, with everyone of the same rank.
    private func drained(_ queue: inout Queue) -> [String] {
        var order: [String] = []
        while let next = queue.next({ _ in 0 }) { order.append(next.item) }
        #expect(queue.isEmpty && queue.owners.isEmpty)
        return order
    }

    // MARK: Turns

    @Test(arguments: [0, Int.min])
    func `owners take turns, each in the order in which their items came`(rank: Int) {
        var queue = Queue()
        fill(&queue, [("acme", 3), ("globex", 1), ("initech", 2)])

        var order: [String] = []
        while let next = queue.next({ _ in rank }) { order.append(next.item) }

        #expect(order == ["acme 0", "globex 0", "initech 0", "acme 1", "initech 1", "acme 2"])
    }

    @Test func `who joins has a turn before the second one of all others`() {
        var queue = Queue()
        fill(&queue, [("acme", 3), ("globex", 2)])
        let first = [queue.next { _ in 0 }, queue.next { _ in 0 }].map { $0?.item }
        fill(&queue, [("initech", 1)])

        #expect(first == ["acme 0", "globex 0"])
        #expect(drained(&queue) == ["initech 0", "acme 1", "globex 1", "acme 2"])
    }

    @Test func `who comes again and again waits for one item of each other, and they for one of its`() {
        var queue = Queue()
        fill(&queue, [("acme", 100)])
        var order: [String] = []
        for number in 0..<6 {
            if number.isMultiple(of: 2) { fill(&queue, [("globex", 1)]) }
            if let next = queue.next({ _ in 0 }) { order.append(next.owner) }
        }

        #expect(order == ["acme", "globex", "acme", "globex", "acme", "globex"])
    }

    @Test func `many owners with one item at a time do not starve one with many`() {
        var queue = Queue()
        fill(&queue, [("acme", 100)])
        for number in 0..<10 { fill(&queue, [("tenant \(number)", 1)]) }
        var taken = 0
        for _ in 0..<110 {
            guard let next = queue.next({ _ in 0 }) else { break }
            if next.owner == "acme" { taken += 1 } else { fill(&queue, [(next.owner, 1)]) }
        }

        #expect(taken == 10)
    }

    @Test func `a turn without waiting counts`() {
        var queue = Queue()
        queue.takeTurn(of: "acme")
        fill(&queue, [("acme", 1), ("globex", 1)])

        #expect(drained(&queue) == ["globex 0", "acme 0"])
    }

    @Test func `a turn without waiting counts for who waits, too`() {
        var queue = Queue()
        fill(&queue, [("acme", 2), ("globex", 2)])
        for _ in 0..<5 { queue.takeTurn(of: "acme") }

        #expect(drained(&queue) == ["globex 0", "acme 0", "globex 1", "acme 1"])
    }

    @Test(arguments: [2, 20]) func `owners that never came before do not starve one with many items`(waiting: Int) {
        var queue = FairQueue<Int, Int>()
        for number in 0..<5000 { queue.append(number, of: 0) }
        for owner in 1...waiting { queue.append(0, of: owner) }
        var (newest, last, longest) = (waiting, 0, 0)
        for turn in 1...5000 {
            guard let next = queue.next({ _ in 0 }) else { break }
            if next.owner == 0 {
                (last, longest) = (turn, max(longest, turn - last))
            } else {
                newest += 1
                queue.append(0, of: newest)
            }
        }

        longest = max(longest, 5000 - last)
        // A round has as many turns as owners wait, or eight; after it the others that wait have theirs.
        #expect(longest <= max(8, waiting + 1) + waiting + 1, "\(longest) turns")
    }

    @Test(arguments: 0..<20) func `no owner waits for more than a round and one item of each other`(seed: UInt64) {
        var random = SplitMix(state: seed)
        var queue = FairQueue<Int, Int>()
        var waitingSince: [Int: Int] = [:]
        for turn in 0..<3000 {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                // One in two is of the same few owners.
                let owner = Bool.random(using: &random) ? Int.random(in: 0..<3, using: &random) : 3 + turn % 30
                if queue.count < 200 {
                    queue.append(turn, of: owner)
                    waitingSince[owner] = waitingSince[owner] ?? turn
                }
            }
            if Bool.random(using: &random) {
                let owner = Int.random(in: 0..<33, using: &random)
                queue.takeTurn(of: owner)
                if queue.count(of: owner) > 0 { waitingSince[owner] = turn }
            }
            guard let next = queue.next({ _ in 0 }) else { continue }
            let waited = turn - (waitingSince[next.owner] ?? turn)
            #expect(waited <= 2 * 34, "of owner \(next.owner) at \(turn)")
            waitingSince[next.owner] = queue.count(of: next.owner) > 0 ? turn : nil
        }
        #expect(waitingSince.values.allSatisfy { 3000 - $0 <= 2 * 34 })
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    // MARK: Ranks

    @Test func `the lowest rank is next, and an owner without a rank waits`() {
        var queue = Queue()
        fill(&queue, [("acme", 1), ("globex", 1)])

        let none = queue.next { _ in nil }
        let next = queue.next { $0 == "globex" ? 0 : 1 }

        #expect(none == nil && next?.item == "globex 0")
        #expect(queue.count == 1)
    }

    @Test func `an item that does not fit lets the next of its line pass, and keeps its place`() {
        var queue = Queue()
        fill(&queue, [("acme", 3), ("globex", 1)])

        let none = queue.next({ _ in 0 }, fits: { _, _ in false })
        let next = queue.next({ _ in 0 }, fits: { $1 != "acme 0" })

        #expect(none == nil && next?.item == "acme 1")
        #expect(drained(&queue) == ["globex 0", "acme 0", "acme 2"])
    }

    // MARK: Removal

    @Test func `what is taken out of the middle is gone, and the rest keeps its order`() {
        var queue = Queue()
        fill(&queue, [("acme", 4), ("globex", 1), ("initech", 1)])
        _ = queue.next { _ in 0 }

        let removed = queue.remove { ["acme 2", "globex 0"].contains($0) }
        let first = queue.removeFirst(of: "acme") { $0.hasPrefix("acme") }

        #expect(removed == ["globex 0", "acme 2"] && first == "acme 1")
        #expect(queue.count(of: "acme") == 1 && queue.count(of: "globex") == 0 && queue.count == 2)
        #expect(queue.removeFirst(of: "initech") { $0 == "initech 7" } == nil)
        fill(&queue, [("globex", 1)])
        #expect(queue.owners.sorted() == ["acme", "globex", "initech"])
        #expect(drained(&queue) == ["initech 0", "globex 0", "acme 3"], "an owner without items lost its turn")
    }

    @Test func `the newest item of an owner can be taken back`() {
        var queue = Queue()
        fill(&queue, [("acme", 2), ("globex", 1)])

        #expect(queue.last(of: "acme") == "acme 1")
        #expect(queue.removeLast(of: "acme") == "acme 1" && queue.removeLast(of: "globex") == "globex 0")
        #expect(queue.removeLast(of: "globex") == nil && queue.last(of: "globex") == nil)
        #expect(queue.first == "acme 0" && queue.firstOfEach == ["acme 0"])
        #expect(drained(&queue) == ["acme 0"])
    }

    @Test func `no step takes longer when more wait`() {
        var queue = FairQueue<Int, Int>()
        for number in 0..<200_000 { queue.append(number, of: number % 5000) }
        var steps = 0
        while let next = queue.next({ _ in .min }) {
            if next.item != steps { break }
            steps += 1
        }
        #expect(steps == 200_000)
    }
}
