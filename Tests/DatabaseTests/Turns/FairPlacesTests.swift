import Admission
import Foundation
import Testing

@testable import Database

/// How many may wait.
@Suite struct TurnLimitsTests {
    @Test func `one tenant fills its own line, and no other`() {
        let (acme, globex) = (UUID(), UUID())
        let limits = TurnLimits(waiting: 8, waitingOfTenant: 3, waitingLists: 2)
        var queue = FairQueue<Turn, Int>()

        func taken(_ count: Int, _ turn: Turn) -> Int {
            var taken = 0
            for number in 1...count where queue.append(number, for: turn, within: limits) { taken += 1 }
            return taken
        }

        let counts = [
            taken(4, Turn(.tenant(acme))), taken(3, Turn(.tenant(acme), .list)), taken(1, Turn(.tenant(globex))),
            taken(3, Turn(.test)),
        ]

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
