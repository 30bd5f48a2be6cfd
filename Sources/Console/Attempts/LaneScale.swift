/// The time axis of a drawing: from times to shares of its width. A long span in which nothing begins or ends is
/// broken: it takes the same little width, however long it is.
struct LaneScale {
    /// The span between two neighbouring times, in milliseconds, and its place.
    struct Stretch: Hashable {
        let from: Double
        let to: Double
        var start = 0.0
        var end = 0.0
        let isBroken: Bool

        var length: Double { to - from }
    }

    /// Shorter times are never broken.
    static let shortest = 2000.0
    /// A time is broken that is so many times longer than all shorter ones together.
    static let excess = 4.0
    /// The part of the width that all broken times take at most.
    static let mostOfBreaks = 0.5

    let stretches: [Stretch]
    /// The share at which the latest time is.
    let end: Double

    /// - Parameters:
    ///   - times: in milliseconds, in any order.
    ///   - widthOfBreak: the share that one broken time takes.
    ///   - end: the share at which the latest time is; beyond it is room for what has no end.
    init(_ times: [Double], widthOfBreak: Double, end: Double) {
        self.end = end
        let sorted = Set(times).sorted()
        let lengths = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
        let limit = Self.limit(lengths)
        let breaks = lengths.count { $0 >= limit }
        // Only a time that is longer than others is broken, so there is a rest.
        let rest = lengths.filter { $0 < limit }.reduce(0, +)
        let widthOfBreak = min(widthOfBreak, Self.mostOfBreaks / Double(max(breaks, 1))) * end
        let widthOfRest = end - widthOfBreak * Double(breaks)
        var place = 0.0
        stretches = zip(sorted, sorted.dropFirst()).map { from, to in
            let isBroken = to - from >= limit
            let start = place
            place += isBroken ? widthOfBreak : (to - from) / rest * widthOfRest
            return Stretch(from: from, to: to, start: start, end: place, isBroken: isBroken)
        }
    }

    /// The length from which on times are broken.
    private static func limit(_ lengths: [Double]) -> Double {
        var shorter = 0.0
        for length in lengths.sorted() {
            if shorter > 0, length >= shortest, length > shorter * excess { return length }
            shorter += length
        }
        return .infinity
    }

    /// - Returns: from 0 to `end`.
    func share(of time: Double) -> Double {
        guard let first = stretches.first, time > first.from else { return 0 }
        guard let stretch = stretches.first(where: { time <= $0.to }) else { return end }
        return stretch.start + (time - stretch.from) / stretch.length * (stretch.end - stretch.start)
    }

    var breaks: [Stretch] { stretches.filter(\.isBroken) }

    /// Round times, in milliseconds, that are not in broken spans and at least a share apart.
    func ticks(apart distance: Double) -> [Double] {
        let rest = stretches.filter { !$0.isBroken }
        let length = rest.map(\.length).reduce(0, +)
        let width = rest.map { $0.end - $0.start }.reduce(0, +)
        guard length > 0, width > 0 else { return [] }
        let step = Self.roundStep(length / width * distance)
        var found: [Double] = []
        var latest = -1.0
        for stretch in rest {
            var time = (stretch.from / step).rounded(.up) * step
            while time <= stretch.to {
                let place = share(of: time)
                if place >= latest + distance {
                    found.append(time)
                    latest = place
                }
                time += step
            }
        }
        return found
    }

    /// The least of 1, 2, 5, 10, 20, 50 … that is not smaller.
    private static func roundStep(_ least: Double) -> Double {
        var power = 1.0
        while true {
            for factor in [1.0, 2, 5] where factor * power >= least { return factor * power }
            power *= 10
        }
    }
}
