import Testing

@testable import UseCases

@Suite struct FairQueueTests {
    private func fill(_ queue: inout FairQueue<String, String>, _ owner: String, _ count: Int) -> Int {
        var taken = 0
        for _ in 0..<count where queue.hold(for: owner) {
            queue.append("\(owner) \(taken)", of: owner)
            taken += 1
        }
        return taken
    }

    @Test func `owners take turns, each in the order in which their items came`() {
        var queue = FairQueue<String, String>(places: 100, lanes: 1, placeShare: 3)
        for (owner, count) in [("acme", 3), ("globex", 1), ("initech", 2)] { _ = fill(&queue, owner, count) }

        var order: [String] = []
        while let item = queue.next() {
            order.append(item)
            let owner = String(item.split(separator: " ")[0])
            queue.leaveLane(of: owner)
            queue.release(owner)
        }

        #expect(order == ["acme 0", "globex 0", "initech 0", "acme 1", "initech 1", "acme 2"])
        #expect(queue.held == 0 && queue.running == 0)
    }

    @Test func `no owner gets more than a share of the places, and there is room for the next one`() {
        var queue = FairQueue<String, String>(places: 1000, lanes: 8, placeShare: 3)

        let (acme, globex) = (fill(&queue, "acme", 1000), fill(&queue, "globex", 1000))
        let others = (0..<10).map { fill(&queue, "tenant \($0)", 1000) }

        #expect(acme == 250 && globex == 188)
        #expect(others.allSatisfy { $0 > 0 } && queue.held < 1000)
    }

    @Test func `no owner gets more than a share of the lanes, and there is one for the next`() {
        var queue = FairQueue<String, String>(places: 1000, lanes: 8, placeShare: 3)
        _ = fill(&queue, "acme", 100)

        let acme = (0..<5).map { _ in queue.next() }
        _ = fill(&queue, "globex", 100)
        let globex = (0..<3).map { _ in queue.next() }
        _ = fill(&queue, "initech", 1)
        let initech = (0..<2).map { _ in queue.next() }

        #expect(acme == ["acme 0", "acme 1", "acme 2", "acme 3", nil])
        #expect(globex == ["globex 0", "globex 1", nil])
        #expect(initech == ["initech 0", nil] && queue.running == 7)
    }

    @Test func `an item that is removed gets no turn, and the others keep theirs`() {
        var queue = FairQueue<String, String>(places: 100, lanes: 1, placeShare: 1)
        for (owner, count) in [("acme", 4), ("globex", 1), ("initech", 1)] { _ = fill(&queue, owner, count) }
        // From now on some of the items of the first line wait in reverse order.
        let first = queue.next()
        queue.leaveLane(of: "acme")
        queue.release("acme")
        _ = fill(&queue, "acme", 1)

        let removed = ["acme 2", "acme 0", "globex 0"].map { wanted in
            queue.removeFirst(of: String(wanted.split(separator: " ")[0])) { $0 == wanted }
        }
        for owner in ["acme", "acme", "globex"] { queue.release(owner) }
        let missing = queue.removeFirst(of: "initech") { $0 == "initech 7" }
        #expect(first == "acme 0" && removed == ["acme 2", "acme 0", "globex 0"] && missing == nil)

        var order: [String] = []
        while let item = queue.next() {
            order.append(item)
            let owner = String(item.split(separator: " ")[0])
            queue.leaveLane(of: owner)
            queue.release(owner)
        }
        #expect(order == ["initech 0", "acme 1", "acme 3"])
        #expect(queue.held == 0 && queue.running == 0)

        _ = fill(&queue, "globex", 1)
        let next = queue.next()
        #expect(next == "globex 0", "an owner that had no more items gets turns again")
    }

    @Test func `an item that is put aside keeps its place, and comes at the end of its line`() {
        var queue = FairQueue<String, String>(places: 8, lanes: 4, placeShare: 3)
        let taken = fill(&queue, "acme", 8)
        let first = queue.next()

        queue.leaveLane(of: "acme")
        let hasRoom = queue.hold(for: "acme")
        if let first { queue.append(first, of: "acme") }
        let order = queue.removeAll()

        #expect(taken == 2 && !hasRoom)
        #expect(order == ["acme 1", "acme 0"] && queue.held == 2)
    }

    @Test func `no step takes longer when more wait`() {
        var queue = FairQueue<Int, Int>(places: 1_000_000, lanes: 8, placeShare: 3)
        var steps = 0
        for number in 0..<200_000 where queue.hold(for: number % 5000) { queue.append(number, of: number % 5000) }
        while let item = queue.next() {
            queue.leaveLane(of: item % 5000)
            queue.release(item % 5000)
            steps += 1
        }
        #expect(steps == 200_000)
    }
}
