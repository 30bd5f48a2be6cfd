import Admission
import Foundation

/// Decides which turn holds which part of a few places (threads, connections), and which may have one more.
///
/// - No tenant holds all of them, so another tenant's statements find a place however long the first one's take.
/// - Lists never hold all of them, and those of one tenant no more than half.
/// - Short reads hold no more than half: more of them at once only means fewer in each answer.
/// - The turn that holds the fewest is next. The installation, which looks up all tenants' keys and sessions, is first
///   while it holds less than half.
struct FairPlaces: Sendable {
    private let count: Int
    private var turns = Usage<Turn>()
    private var tenants = Usage<UUID>()
    private var kinds = Usage<Turn.Kind>()

    init(count: Int) { self.count = count }

    private var half: Int { max(1, count / 2) }
    private var allButOne: Int { max(1, count - 1) }

    /// - Returns: the rank among waiting turns, the lowest first; nil when the turn may not have one more now.
    func rank(_ turn: Turn) -> Int? {
        let own = turns[turn]
        if turn.kind == .list, kinds[.list] >= allButOne || own >= half { return nil }
        if turn.kind == .shortRead, kinds[.shortRead] >= half { return nil }
        guard let tenant = turn.tenant else { return turn.kind != .list && own < count / 2 ? -1 : own }
        return tenants[tenant] < allButOne ? tenants[tenant] : nil
    }

    mutating func take(_ turn: Turn) { add(1, turn) }
    mutating func giveBack(_ turn: Turn) { add(-1, turn) }

    private mutating func add(_ number: Int, _ turn: Turn) {
        turns.add(number, for: turn)
        kinds.add(number, for: turn.kind)
        if let tenant = turn.tenant { tenants.add(number, for: tenant) }
    }
}
