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
    private var held: [Turn: Int] = [:]
    private var heldByTenant: [UUID: Int] = [:]
    private var (lists, shortReads) = (0, 0)

    init(count: Int) {
        self.count = count
    }

    private var half: Int { max(1, count / 2) }
    private var allButOne: Int { max(1, count - 1) }

    /// - Returns: the rank among waiting turns, the lowest first; nil when the turn may not have one more now.
    func rank(_ turn: Turn) -> Int? {
        let own = held[turn] ?? 0
        if turn.kind == .list, lists >= allButOne || own >= half { return nil }
        if turn.kind == .shortRead, shortReads >= half { return nil }
        guard let tenant = turn.tenant else { return turn.kind != .list && own < count / 2 ? -1 : own }
        let ofTenant = heldByTenant[tenant] ?? 0
        return ofTenant < allButOne ? ofTenant : nil
    }

    mutating func take(_ turn: Turn) { add(1, turn) }
    mutating func giveBack(_ turn: Turn) { add(-1, turn) }

    private mutating func add(_ number: Int, _ turn: Turn) {
        let own = (held[turn] ?? 0) + number
        held[turn] = own == 0 ? nil : own
        switch turn.kind {
        case .list: lists += number
        case .shortRead: shortReads += number
        case .transaction: break
        }
        guard let tenant = turn.tenant else { return }
        let ofTenant = (heldByTenant[tenant] ?? 0) + number
        heldByTenant[tenant] = ofTenant == 0 ? nil : ofTenant
    }
}
