import Domain
import Fixtures

/// Makes random events and queries of the query language: the same for a seed.
struct EventSample: RandomNumberGenerator {
    var state: UInt64

    /// Splitmix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    static let attempts = ["0af7651916cd43dd8448eb211c80319c", "1bf7651916cd43dd8448eb211c80319d"]
    private static let users = ["ada", "bo", "0190a0a0-0000-7000-8000-000000000001"]
    private static let messages = ["The keychain was locked.", "Request timed out (É)", "100% of_it \\ failed"]
    private static let values: [EventDimension: [String]] = [
        .appVersion: ["2.3", "2.3.0", "2.4.0-beta.2", "2.10", "dev"], .platform: ["ios", "android"],
        .network: ["wifi", "cellular", "none"], .deviceModel: ["iPhone16,1", "iPhone14,7"],
    ]
    private static let terms = [
        "outcome:failed", "-outcome:success", "outcome:failed,cancelled", "stage:s*", "code:*", "code:none",
        "platform:ios", "-platform:android", "platform:*o*", "release:>=2.3", "release:2.3..2.4", "release:none",
        "network:wifi,cellular", "network:\"none\"", "-network:none", "device:\"iPhone16,1\"", "user:ada",
        "user:ada,bo", "-user:ada", "user:none", "user:*", "user:0190a0a0*", "session:*", "session:none",
        "-session:s1", "installation:i1", "installation:none", "attempt:0af7651916cd43dd8448eb211c80319c",
        "-attempt:0af7*", "attempt:none", "duration:>2s", "duration:<=500ms", "duration:none", "-duration:1s..3s",
        "keychain", "\"was locked\"", "-keychain", "message:none", "message:req*out", "\"\\u{C9}\"", "\"%\"", "of_it",
        "time:-6h", "time:<-2h", "time:2026-11-20", "-time:2026-11-20", "time:-10h..-3h", "time:>=2026-11-21T03:00",
    ]

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: 0..<list.count, using: &self)]
    }
    private mutating func some<Element>(_ list: [Element]) -> Element? {
        Int.random(in: 0..<3, using: &self) == 0 ? nil : pick(list)
    }

    /// A query of up to four terms.
    mutating func query() -> String {
        let terms = (0..<Int.random(in: 1...3, using: &self)).map { _ in term() }
        return terms.joined(separator: pick([" ", " ", " OR "]))
    }

    private mutating func term() -> String {
        guard Int.random(in: 0..<4, using: &self) == 0 else { return pick(Self.terms) }
        return pick(["", "-"]) + "(\(pick(Self.terms))\(pick([" ", " OR "]))\(pick(Self.terms)))"
    }

    /// An event at a whole minute of the last 20 hours.
    mutating func event(_ number: Int, of tenant: TestTenant) -> DecodedEvent {
        var event = tenant.event(
            number,
            stage: pick(Stage.allCases),
            outcome: pick(Outcome.allCases),
            message: some(Self.messages),
            user: some(Self.users),
            ago: .minutes(Int64.random(in: 1...1200, using: &self))
        )
        for (dimension, values) in Self.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            event.content.texts[dimension] = some(values)
        }
        event.content.texts[.session] = some(["s1", "s2"])
        event.content.texts[.installation] = some(["i1", "i2"])
        event.content.attempt = some(Self.attempts).flatMap { TraceID($0) }
        event.content.duration = some([240, 500, 1000, 2500, 3001]).map { .milliseconds($0) }
        return event
    }
}
