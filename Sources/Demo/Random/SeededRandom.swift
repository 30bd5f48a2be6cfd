import Domain
import Foundation

/// A generator of numbers that are the same for the same seed: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// For sample data only: a few numbers tell all the others.
struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Makes a generator for one part of a whole, whose numbers do not depend on how many the other parts draw.
    init(seed: UInt64, part: UInt64...) {
        state = seed
        for number in part {
            state ^= number &* 0xD1B5_4A32_D192_ED03
            state = next()
        }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but not including, 1.
    mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(in: 0...elements.count - 1)]
    }

    /// Picks an element as often as its weight says.
    mutating func pick<Element>(_ elements: [(element: Element, weight: Double)]) -> Element {
        var place = fraction() * elements.reduce(0) { $0 + $1.weight }
        for (element, weight) in elements {
            place -= weight
            if place < 0 { return element }
        }
        return elements[elements.count - 1].element
    }

    /// A time to wait whose mean is `mean`, and which is short more often than long.
    mutating func wait(mean: Duration) -> Duration {
        let length = -log(1 - fraction()) * Double(mean.wholeMilliseconds)
        return .milliseconds(Int64(length))
    }

    mutating func time(from start: Timestamp, to end: Timestamp) -> Timestamp {
        start + .milliseconds(Int64(fraction() * Double(max(0, end.since(start).wholeMilliseconds))))
    }

    mutating func identifier<Subject>(
        of _: Subject.Type = Subject.self,
        at time: Timestamp
    ) -> Identifier<Subject> {
        Identifier(.version7(at: time, random: (next(), next())))
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) }
    }
}
