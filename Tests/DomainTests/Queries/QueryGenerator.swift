import Foundation

@testable import Domain

/// Makes random queries and events: the same for a seed.
struct QueryGenerator: RandomNumberGenerator {
    var state: UInt64

    /// Splitmix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    static let now = Timestamp(milliseconds: 1_795_000_000_000)
    private static let values = [
        "a", "b", "ab", "aab", "2.3", "2.3.0", "2.4.0-beta.2", "10", "none", "*", "a b", "a,b", "x\"y", "\\", "(", "<1",
        "é", "e\u{301}", "a..b", "\u{A0}", "failed", "client", "ui", "OR", "-a", "A", "\n",
    ]
    private static let pieces =
        values + [
            "code:", "release:", "os:", "device:", "message:", "time:", "outcome:", "source:", "stage:", "user:",
            "platform:", "attempt:", "network:", "duration:", " ", " ", " ", "OR ", "AND ", "NOT ", "-", "(", ")", "\"",
            "*", ",", ">=", "<", "..", "-6h", "2026-11-22", "1s", "none", "\\", "session-*", "\\u{", "41}",
            "0af7651916cd43dd8448eb211c80319c",
        ]

    mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &self) == 0 }
    mutating func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &self)] }

    /// A text of pieces of queries, which seldom is a query.
    mutating func noise() -> String {
        (0..<Int.random(in: 0...12, using: &self)).map { _ in pick(Self.pieces) }.joined()
    }

    /// A text that is a query.
    mutating func query(depth: Int = 3) -> String {
        let terms = (0..<Int.random(in: 1...3, using: &self)).map { _ in term(depth: depth) }
        return terms.joined(separator: pick([" ", " ", " OR ", " AND "]))
    }

    private mutating func term(depth: Int) -> String {
        let negation = pick(["", "", "", "-", "NOT ", "--"])
        guard depth > 0, chance(3) else { return negation + pick([value(), fielded()]) }
        return "\(negation)(\(query(depth: depth - 1)))"
    }

    private mutating func value() -> String {
        chance(4) ? pick(["a*", "*b", "a*b", "x\\*y*", "\\ *"]) : QueryNotation.quoted(pick(Self.values))
    }

    private mutating func fielded() -> String {
        let field = pick(["code", "platform", "message", "user", "network", "device"])
        switch Int.random(in: 0..<8, using: &self) {
        case 0: return pick(["outcome:", "-outcome:"]) + pick(["failed", "success,failed", "f*", "*"])
        case 1: return "release:" + pick([">=2.3", "<2.4", "2.3..2.4", "2.3", "2.*", "none", "*", "<=2.4.0-beta.1"])
        case 2:
            return "time:" + pick(["-6h", ">=2026-11-22", "<now", "-6h..-1h", "2026-11-22", ">-1d", "<=2026-11-22"])
        case 3: return "\(field):none"
        case 4: return "\(field):*"
        case 5: return "\(field):(\(value()) OR \(value()))"
        case 6: return "\(field):\(QueryNotation.quoted(pick(Self.values))),\(QueryNotation.quoted(pick(Self.values)))"
        default: return "\(field):\(value())"
        }
    }

    mutating func event() -> StoredEvent {
        func some(_ generator: inout Self) -> String? {
            generator.chance(3) ? nil : generator.pick(Self.values)
        }
        let content = EventContent(
            id: Event.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
            occurredAt: Self.now - .milliseconds(Int64.random(in: 0...172_800_000, using: &self)),
            source: pick(EventSource.allCases),
            stage: pick(Stage.allCases),
            outcome: pick(Outcome.allCases),
            texts: [
                .platform: some(&self), .appVersion: some(&self), .user: some(&self), .network: some(&self),
                .deviceModel: some(&self),
            ],
            error: chance(2) ? nil : EventError(domain: "d", code: "1", message: some(&self))
        )
        return StoredEvent(content: content, code: some(&self), receivedAt: Self.now, clockCorrection: .zero)
    }
}
