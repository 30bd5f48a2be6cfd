import Foundation
import Testing

@testable import Database

/// Whose turn it is among those that wait.
@Suite struct FairQueueTests {
    private let acme = Turn(.tenant(UUID()))
    private let globex = Turn(.tenant(UUID()))
    private let installation = Turn(.test)

    /// Takes out all that waits, with everyone of the same rank.
    private func drained(_ queue: FairQueue<String>) -> [String] {
        var (queue, order) = (queue, [String]())
        while let next = queue.next({ _ in 0 }) { order.append(next.element) }
        #expect(queue.isEmpty)
        return order
    }

    @Test func `tenants take turns, and each tenant's entries keep their order`() {
        var queue = FairQueue<String>()
        for name in ["a1", "a2", "a3"] { _ = queue.append(name, for: acme) }
        for name in ["g1", "g2"] { _ = queue.append(name, for: globex) }

        #expect(drained(queue) == ["a1", "g1", "a2", "g2", "a3"])
    }

    @Test func `the lowest rank is next, and a turn without a rank waits`() {
        var queue = FairQueue<String>()
        _ = queue.append("a", for: acme)
        _ = queue.append("g", for: globex)

        let none = queue.next { _ in nil }
        let next = queue.next { [globex] in $0 == globex ? 0 : 1 }

        #expect(none == nil && next?.element == "g")
        #expect(queue.count == 1)
    }

    @Test func `what is taken out of the middle is gone, and the rest keeps its order`() {
        var queue = FairQueue<String>()
        for name in ["a1", "a2", "a3"] { _ = queue.append(name, for: acme) }
        _ = queue.append("g1", for: globex)
        _ = queue.next { _ in 0 }

        let removed = queue.remove { ["a2", "g1"].contains($0) }

        #expect(removed == ["g1", "a2"])
        #expect(drained(queue) == ["a3"])
    }

    @Test func `one tenant fills its own line, and no other`() {
        var queue = FairQueue<Int>(limits: .init(waiting: 8, waitingOfTenant: 3, waitingLists: 2))
        let lists = Turn(.tenant(acme.tenant!), .list)  // acme is a tenant

        func taken(_ count: Int, _ turn: Turn) -> Int {
            var taken = 0
            for number in 1...count where queue.append(number, for: turn) { taken += 1 }
            return taken
        }

        let counts = [taken(4, acme), taken(3, lists), taken(1, globex), taken(3, installation)]

        #expect(counts == [3, 2, 1, 2], "eight of all together")
    }
}

/// How a few places are shared.
@Suite struct FairPlacesTests {
    private let acme = UUID()
    private let globex = UUID()

    private func turn(_ tenant: UUID?, _ kind: Turn.Kind = .transaction) -> Turn {
        Turn(tenant.map { .tenant($0) } ?? .test, kind)
    }

    @Test func `a tenant has all places but one, and the installation may have that too`() {
        var places = FairPlaces(count: 5)
        for _ in 1...4 {
            #expect(places.rank(turn(acme)) != nil)
            places.take(turn(acme))
        }

        #expect(places.rank(turn(acme)) == nil && places.rank(turn(acme, .list)) == nil)
        #expect(places.rank(turn(globex)) == 0)
        #expect(places.rank(turn(nil)) == -1)
    }

    @Test func `lists of one tenant have half, and those of all leave a place`() {
        var places = FairPlaces(count: 5)
        for _ in 1...2 { places.take(turn(acme, .list)) }
        #expect(places.rank(turn(acme, .list)) == nil && places.rank(turn(acme)) == 2)

        for _ in 1...2 { places.take(turn(globex, .list)) }
        #expect(places.rank(turn(UUID(), .list)) == nil && places.rank(turn(nil, .list)) == nil)
        #expect(places.rank(turn(UUID())) == 0)

        places.giveBack(turn(globex, .list))
        #expect(places.rank(turn(UUID(), .list)) == 0)
    }

    @Test func `the turn with the fewest places is next`() {
        var places = FairPlaces(count: 5)
        places.take(turn(acme))

        #expect(places.rank(turn(globex)) == 0 && places.rank(turn(acme)) == 1)
    }

    @Test func `with a single place everyone may have it`() {
        let places = FairPlaces(count: 1)

        for turn in [turn(acme), turn(acme, .list), turn(nil)] { #expect(places.rank(turn) == 0) }
    }
}
